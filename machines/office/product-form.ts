import { toCents, toDollars } from '#contract/money'
import type { OfficeProduct, ProductChange } from '#contract/office'
import { plainText } from '#contract/typed-text'
import { dataText, isDataField, isWords, readProductData, type DataField } from './product-data.ts'

/** The text fields of a product. */
const saleFields = ['price', 'specialPrice', 'specialLastDay', 'stock', 'delivery'] as const
export type ProductField = (typeof saleFields)[number] | DataField

/** What a person has entered; a field that is absent was not touched. */
export interface ProductEntries {
  typed: Readonly<Partial<Record<ProductField, string>>>
  isForSale: boolean | null
}

const amountText = (dollars: number | null): string => (dollars === null ? '' : dollars.toFixed(2))

/** The text in a field: what was typed, else the product's value. */
export function fieldText(field: ProductField, { typed }: ProductEntries, product: OfficeProduct): string {
  if (isDataField(field)) return typed[field] ?? dataText(field, product.data)
  const stored = {
    price: amountText(product.price),
    specialPrice: amountText(product.specialPrice),
    specialLastDay: product.specialLastDay ?? '',
    stock: String(product.stock),
  }
  return typed[field] ?? (field === 'delivery' ? '' : stored[field])
}

/** An amount in dollars; null for text that is none. */
const dollarsIn = (text: string): number | null =>
  /^\d{1,5}(?:\.\d{1,2})?$/.test(text) && Number(text) > 0 ? toDollars(toCents(Number(text))) : null

/** The errors of the fields. */
export type ProductErrors = Partial<Record<ProductField, string>>

const amountError = 'Please enter an amount such as 12.50'
const wholeError = 'Please enter a whole number'

/** Reads the form: the change without what is as it was, or the errors of its fields. */
export function readProductForm(
  entries: ProductEntries,
  product: OfficeProduct,
): { change: Omit<ProductChange, 'version'>; errors: ProductErrors } {
  const errors: ProductErrors = {}
  const textOf = (field: ProductField) => {
    const text = fieldText(field, entries, product)
    return isWords(field) ? text.trim() : plainText(text)
  }
  const wholeIn = (field: ProductField): number => {
    const text = textOf(field)
    if (text !== '' && !/^\d{1,6}$/.test(text)) errors[field] = wholeError
    return Number(text)
  }
  const price = dollarsIn(textOf('price'))
  if (price === null) errors.price = amountError
  const specialText = textOf('specialPrice')
  const specialPrice = specialText === '' ? null : dollarsIn(specialText)
  if (specialText !== '' && specialPrice === null) errors.specialPrice = amountError
  else if (specialPrice !== null && price !== null && specialPrice >= price)
    errors.specialPrice = 'The special price has to be lower than the price'
  const lastDayText = textOf('specialLastDay')
  if (lastDayText !== '' && specialPrice === null && product.plannedSpecial === null)
    errors.specialLastDay ??= 'Please enter the special price that ends then, or remove the day'
  const specialLastDay = lastDayText === '' ? null : lastDayText
  const stock = wholeIn('stock')
  if (textOf('stock') === '') errors.stock = wholeError
  const stockChange = stock - product.stock + wholeIn('delivery')
  const { isForSale } = entries
  const data = readProductData(textOf, product.data)
  return {
    errors: { ...errors, ...data.errors },
    change: {
      ...data.change,
      ...(price !== product.price && { price: price ?? undefined }),
      ...(specialPrice !== product.specialPrice && { specialPrice }),
      ...(specialLastDay !== product.specialLastDay && { specialLastDay }),
      ...(stockChange !== 0 && { stockChange }),
      ...(isForSale !== null && isForSale !== product.isForSale && { isForSale }),
    },
  }
}
