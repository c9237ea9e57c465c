import { type, type Infer } from 'superstruct'
import { quantity } from './cart.ts'
import { product } from './product.ts'
import { listOf, read } from './route.ts'

/** The most products that are listed. */
export const largestUsuals = 40

/** A product that a customer has ordered, with the quantity of their last order of it. */
export const usual = type({ ...product.schema, usualQuantity: quantity })
export type Usual = Infer<typeof usual>

/** The call that lists them. It is not in the specification: without it the shop reads the last orders. */
export const usualsRoutes = {
  usuals: read('/usuals', listOf(usual)),
} as const
