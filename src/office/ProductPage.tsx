import { formatAmount, toCents } from '#contract/money'
import type { OfficeProduct } from '#contract/office'
import { officePaths } from '#machines/office/office'
import type { DataField } from '#machines/office/product-data'
import { fieldText, readProductForm, type ProductField } from '#machines/office/product-form'
import { allergens, diets, nutritionBases, storages } from '#contract/product-facts'
import { focusOnMount, submitHandler } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SelectField, type SelectOption } from '../ui/SelectField.tsx'
import { History } from './History.tsx'
import { dayText } from './office-text.ts'
import { OneMoment } from './OneMoment.tsx'
import { OfficeTitle } from './OfficeTitle.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import styles from './OrderPage.module.css'

/** A product: its price, its stock and what was changed. */
export function ProductPage() {
  const product = useOffice('officeProduct', ({ context }) => context.product)
  const isUnknown = useOffice('officeProduct', snapshot => snapshot.matches('unknown'))
  const isUnreachable = useOffice('officeProduct', snapshot => snapshot.matches('unreachable'))
  const send = useOfficeSend('officeProduct')
  if (product !== null) return <ProductView product={product} />
  if (isUnknown)
    return (
      <section className="panel">
        <OfficeTitle text="No such product" />
        <EmptyState level={1} heading="There is no such product" action={<ToGoods />} />
      </section>
    )
  if (isUnreachable)
    return (
      <FailedLoad heading="The product could not be read" onRetry={() => send({ type: 'product.retry' })}>
        <p>Please check the connection.</p>
      </FailedLoad>
    )
  return <OneMoment />
}

const ToGoods = () => (
  <a className="textlink" href={officePaths.goods}>
    All goods
  </a>
)

const ProductView = ({ product }: { product: OfficeProduct }) => (
  <div className="stack-6">
    <OfficeTitle text={product.name} />
    <div className={styles.head}>
      <ToGoods />
      <h1 tabIndex={-1} ref={focusOnMount} translate="no">
        {product.name}
      </h1>
      <p className={styles.state}>
        <span translate="no">{product.code}</span>
        <span className="muted" translate="no">
          {`${product.brand}, ${product.aisle}`}
        </span>
        <a className="textlink" href={`/main/product-detail/${product.productId}`}>
          In the shop
        </a>
      </p>
    </div>
    <ProductForm product={product} />
    <section className="panel stack">
      <h2>History</h2>
      <History changes={product.history} />
    </section>
  </div>
)

const labels: Readonly<Record<ProductField, string>> = {
  name: 'Name',
  secondName: 'Name in its own script',
  brand: 'Brand',
  categoryId: 'Category',
  size: 'Size',
  storage: 'Storage',
  origin: 'Origin',
  ingredients: 'Ingredients',
  allergens: 'Allergens',
  mayContain: 'May contain',
  diets: 'Diets',
  nutritionPer: 'Nutrition of',
  energy: 'Energy (kJ)',
  protein: 'Protein (g)',
  fat: 'Fat (g)',
  saturatedFat: 'Saturated fat (g)',
  carbohydrate: 'Carbohydrate (g)',
  sugars: 'Sugars (g)',
  sodium: 'Sodium (mg)',
  description: 'Description',
  keywords: 'Other search words',
  price: 'Price',
  specialPrice: 'Special price',
  specialLastDay: 'Special until',
  stock: 'In stock',
  delivery: 'Delivery in',
}
const allergenHint = `Names with commas, ‘none’ if there are none, empty if it is not known: ${allergens.join(', ')}`

const hints: Readonly<Partial<Record<ProductField, string>>> = {
  brand: 'A new name adds a brand',
  size: 'Such as 500 g, 1.5 L or 6 piece',
  allergens: allergenHint,
  mayContain: 'As above, of what may get into it while it is made',
  diets: `Names with commas: ${diets.join(', ')}`,
  description: 'HTML; the first paragraph is shown on cards',
  specialPrice: 'Empty for none',
  specialLastDay: 'The last day; empty for no end',
  stock: 'What can be sold: without the goods of open orders',
  delivery: 'Pieces that are added to the stock',
}

/** The fields of a product. A packer changes the stock only. */
function ProductForm({ product }: { product: OfficeProduct }) {
  const isOwner = useOffice('office', ({ context }) => context.session?.role === 'owner')
  const isForSale = useOffice('officeProduct', ({ context }) => context.isForSale) ?? product.isForSale
  const isSaving = useOffice('officeProduct', snapshot => snapshot.matches('saving'))
  const isSaved = useOffice('officeProduct', ({ context }) => context.isSaved)
  const send = useOfficeSend('officeProduct')
  return (
    <form className="panel stack" noValidate onSubmit={submitHandler(() => send({ type: 'product.save' }))}>
      <Refusal />
      {product.plannedSpecial !== null && <PlannedSpecial {...product.plannedSpecial} />}
      <div className="form">
        {isOwner && <ProductTextField field="price" product={product} />}
        {isOwner && <ProductTextField field="specialPrice" product={product} />}
        {isOwner && <ProductTextField field="specialLastDay" product={product} />}
        <ProductTextField field="stock" product={product} />
        <ProductTextField field="delivery" product={product} />
      </div>
      {isOwner && <ProductData product={product} />}
      {isOwner && (
        <Checkbox checked={isForSale} onChange={checked => send({ type: 'product.setForSale', isForSale: checked })}>
          For sale
        </Checkbox>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="go" pending={isSaving && 'Saving …'}>
          Save
        </Button>
        <Button onClick={() => send({ type: 'product.discard' })}>Discard changes</Button>
      </div>
      <p role="status">{isSaved ? 'Saved' : ''}</p>
    </form>
  )
}

const texts: readonly DataField[] = ['name', 'secondName', 'brand']
const label: readonly DataField[] = ['origin', 'ingredients', 'allergens', 'mayContain', 'diets']
const amounts: readonly DataField[] = ['energy', 'protein', 'fat', 'saturatedFat', 'carbohydrate', 'sugars', 'sodium']
const search: readonly DataField[] = ['description', 'keywords']

/** What the product is: its names, its category, what its label says, and its description. */
function ProductData({ product }: { product: OfficeProduct }) {
  const fieldsOf = (fields: readonly DataField[]) =>
    fields.map(field => <ProductTextField key={field} field={field} product={product} />)
  return (
    <>
      <h2>Product data</h2>
      <div className="form">
        {fieldsOf(texts)}
        <ProductSelect
          field="categoryId"
          product={product}
          options={product.categories.map(({ id, path }) => ({ value: String(id), label: path }))}
        />
        {fieldsOf(['size'])}
        <ProductSelect field="storage" product={product} options={optionsOf(storages)} />
        {fieldsOf(label)}
        <ProductSelect field="nutritionPer" product={product} options={optionsOf(nutritionBases)} />
        {fieldsOf(amounts)}
        {fieldsOf(search)}
      </div>
    </>
  )
}

const optionsOf = (values: readonly string[]) => values.map(value => ({ value, label: value }))

/** A special price that begins later. One that is entered now takes its place. */
const PlannedSpecial = ({ price, firstDay }: { price: number; firstDay: string }) => (
  <Notice>{`From ${dayText(firstDay)}: special price of ${formatAmount(toCents(price))}.`}</Notice>
)

/** Why the last change was refused, if it is about no single field. */
function Refusal() {
  const refusal = useOffice('officeProduct', ({ context }) => context.refusal)
  return (
    refusal !== null &&
    !refusal.field && (
      <Notice tone="bad" role="alert">
        {refusal.message}
      </Notice>
    )
  )
}

/** The text of a field, its error, and what typing sends. */
function useProductField(field: ProductField, product: OfficeProduct) {
  const value = useOffice('officeProduct', ({ context }) => fieldText(field, context, product))
  const error = useOffice('officeProduct', ({ context: { refusal, ...context } }) => {
    const named = refusal?.field === 'nutrition' ? 'nutritionPer' : refusal?.field
    if (named === field) return refusal!.message
    return context.isSubmitted ? (readProductForm(context, product).errors[field] ?? null) : null
  })
  const send = useOfficeSend('officeProduct')
  return { value, error, onChange: (text: string) => send({ type: 'product.type', field, text }) }
}

const required: readonly ProductField[] = ['price', 'stock', 'name', 'brand']
const multiline: readonly ProductField[] = ['ingredients', 'allergens', 'mayContain', 'description', 'keywords']

function ProductTextField({ field, product }: { field: ProductField; product: OfficeProduct }) {
  const isLong = multiline.includes(field)
  return (
    <Field
      label={labels[field]}
      name={field}
      type={field === 'specialLastDay' ? 'date' : 'text'}
      inputMode={field === 'stock' || field === 'delivery' ? 'numeric' : undefined}
      required={required.includes(field)}
      autoComplete="off"
      span={isLong ? undefined : 6}
      multiline={isLong}
      hint={hints[field]}
      {...useProductField(field, product)}
    />
  )
}

interface ProductSelectProps {
  field: DataField
  product: OfficeProduct
  options: readonly SelectOption[]
}

const ProductSelect = ({ field, product, options }: ProductSelectProps) => (
  <SelectField
    label={labels[field]}
    name={field}
    required={field === 'categoryId'}
    placeholder="Not known"
    options={options}
    span={6}
    {...useProductField(field, product)}
  />
)
