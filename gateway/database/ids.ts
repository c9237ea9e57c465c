import { randomBytes } from 'node:crypto'

/** An id that nobody guesses: 128 random bits. */
export const newId = (): string => randomBytes(16).toString('base64url')

/** The largest id that the database counts to. */
const largestId = 2 ** 31 - 1

/** Whether a number can be the id of a category, brand, product, country or region at all. */
export const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= largestId

/** The number of a path's digits; anything else is 0, the id of nothing. */
export const parseId = (text = ''): number => (/^\d{1,10}$/.test(text) && isId(Number(text)) ? Number(text) : 0)

/** An id that the database can compare; what is no id becomes the id of nothing. */
export const clampId = (id: number): number => (isId(id) ? id : 0)
