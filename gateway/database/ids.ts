import { randomBytes } from 'node:crypto'

/** A random id of 128 bits, base64url. */
export const newId = (): string => randomBytes(16).toString('base64url')

/** The largest integer that a column of ids, cents or units can hold. */
export const largestInteger = 2 ** 31 - 1

/** Whether a number can be an integer id: of a category, brand, product, country or region. */
export const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= largestInteger

/** Parses an id in a path. Returns 0, which no row has, if it is not one. */
export const parseId = (text = ''): number => (/^\d{1,10}$/.test(text) && isId(Number(text)) ? Number(text) : 0)

/** Returns 0, which no row has, for a number that cannot be an id. */
export const clampId = (id: number): number => (isId(id) ? id : 0)
