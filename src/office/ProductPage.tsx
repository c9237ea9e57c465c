import { formatAmount, toCents } from '#contract/money'
import type { OfficeProduct } from '#contract/office'
import { officePaths } from '#machines/office/office'
import { fieldText, readProductForm, type ProductField } from '#machines/office/product-form'
import { focusOnMount, submitHandler } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { History } from './History.tsx'
import { dayText } from './office-text.ts'
import { OneMoment } from './OneMoment.tsx'
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
        <title>No such product · Office</title>
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
    <title>{`${product.name} · Office`}</title>
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
  price: 'Price',
  specialPrice: 'Special price',
  specialLastDay: 'Special until',
  stock: 'In stock',
  delivery: 'Delivery in',
}
const hints: Readonly<Partial<Record<ProductField, string>>> = {
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

function ProductTextField({ field, product }: { field: ProductField; product: OfficeProduct }) {
  const text = useOffice('officeProduct', ({ context }) => fieldText(field, context, product))
  const error = useOffice('officeProduct', ({ context }) => {
    if (context.refusal?.field === field) return context.refusal.message
    return context.isSubmitted ? (readProductForm(context, product).errors[field] ?? null) : null
  })
  const send = useOfficeSend('officeProduct')
  return (
    <Field
      label={labels[field]}
      name={field}
      type={field === 'specialLastDay' ? 'date' : 'text'}
      inputMode={field === 'stock' || field === 'delivery' ? 'numeric' : undefined}
      required={field === 'price' || field === 'stock'}
      autoComplete="off"
      span={6}
      hint={hints[field]}
      value={text}
      error={error}
      onChange={typed => send({ type: 'product.type', field, text: typed })}
    />
  )
}
