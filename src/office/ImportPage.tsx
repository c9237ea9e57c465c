import { exportPath, largestImport, officeBase, type ImportedProduct, type ImportPreview } from '#contract/office'
import { differenceTexts, previewText } from '#machines/office/import-text'
import { officePaths, productPath } from '#machines/office/office'
import { canApply, fileError } from '#machines/office/office-import'
import { focusOnMount, submitHandler } from '../form/form-focus.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Notice } from '../ui/Notice.tsx'
import { readChosenFile } from './chosen-file.ts'
import { FileField } from './FileField.tsx'
import { momentText } from './office-text.ts'
import { OfficeTable } from './OfficeTable.tsx'
import { OneMoment } from './OneMoment.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import styles from './OrderPage.module.css'

/** All goods in a file: downloaded, and imported again. */
export function ImportPage() {
  return (
    <div className="stack-6">
      <title>Import · Office</title>
      <div className={styles.head}>
        <a className="textlink" href={officePaths.goods}>
          All goods
        </a>
        <h1 tabIndex={-1} ref={focusOnMount}>
          Import
        </h1>
      </div>
      <section className="panel stack">
        <h2>Download</h2>
        <p>
          All goods as CSV, for a spreadsheet. You can remove lines and columns other than ‘code’ before you import it:
          what is not in the file stays as it is.
        </p>
        <div className={styles.actions}>
          <ButtonLink href={`${officeBase}${exportPath}`} download>
            Download
          </ButtonLink>
        </div>
      </section>
      <ImportForm />
      <Announcement />
      <Last />
    </div>
  )
}

function ImportForm() {
  const error = useOffice('officeImport', ({ context: { file, isSubmitted, refusal } }) => {
    if (refusal?.field === 'file') return refusal.message
    return isSubmitted ? fileError(file) : null
  })
  const isChecking = useOffice('officeImport', snapshot => snapshot.matches('checking'))
  const checked = useOffice('officeImport', ({ context }) => context.preview?.importId)
  const send = useOfficeSend('officeImport')
  return (
    <form className="panel stack" noValidate onSubmit={submitHandler(() => send({ type: 'import.check' }))}>
      <h2>Import a file</h2>
      {/* emptied by a check: a file that is corrected meanwhile is chosen again */}
      <FileField
        key={checked}
        label="CSV file"
        name="file"
        accept=".csv,text/csv"
        hint={`In UTF-8, with the names of the columns in its first line. At most ${largestImport.rows.toLocaleString('en')} products and ${largestImport.bytes / 1_000_000} MB. Nothing is changed before you have seen what would change.`}
        error={error}
        onChange={async chosen => send({ type: 'import.chooseFile', file: await readChosenFile(chosen) })}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="go" pending={isChecking && 'Checking …'}>
          Import
        </Button>
      </div>
    </form>
  )
}

/** Says what was found, also to those who do not see the tables below. */
function Announcement() {
  const text = useOffice('officeImport', ({ context: { preview } }) => (preview === null ? '' : previewText(preview)))
  return (
    <p className="vh" role="status">
      {text}
    </p>
  )
}

/** The result takes the focus from the button that it replaces. */
const focusIfLost = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus()
}

/** What the file that was checked last changes. */
function Last() {
  const preview = useOffice('officeImport', ({ context }) => context.preview)
  const isReading = useOffice('officeImport', snapshot => snapshot.matches('reading'))
  const isUnreachable = useOffice('officeImport', snapshot => snapshot.matches('unreachable'))
  const send = useOfficeSend('officeImport')
  if (isUnreachable)
    return (
      <FailedLoad heading="The last import could not be read" onRetry={() => send({ type: 'import.retry' })}>
        <p>Please check the connection.</p>
      </FailedLoad>
    )
  if (preview !== null) return <Preview preview={preview} />
  return (
    <>
      <Refusal />
      {isReading && <OneMoment />}
    </>
  )
}

/** Why the last file was not checked or applied, if it is about no field. */
function Refusal() {
  const refusal = useOffice('officeImport', ({ context }) => context.refusal)
  return (
    refusal !== null &&
    refusal.field !== 'file' && (
      <Notice tone="bad" role="alert">
        {refusal.message}
      </Notice>
    )
  )
}

const toneOf = ({ isApplied, errors }: ImportPreview) => (isApplied ? 'ok' : errors.length > 0 ? 'bad' : 'plain')

function Preview({ preview }: { preview: ImportPreview }) {
  const shownCount = useOffice('officeImport', ({ context }) => context.shownCount)
  const isApplying = useOffice(
    'officeImport',
    snapshot => snapshot.matches('applying') || snapshot.matches('rechecking'),
  )
  const send = useOfficeSend('officeImport')
  const { fileName, checkedAt, errors, products } = preview
  const added = products.filter(({ productId }) => productId === null)
  const changed = products.filter(({ productId }) => productId !== null)
  const isCut = [errors, added, changed].some(list => list.length > shownCount)
  return (
    <section className="panel stack">
      <h2 translate="no">{fileName}</h2>
      <p className="muted">{`Checked: ${momentText(checkedAt)}`}</p>
      <Refusal />
      <div tabIndex={-1} key={String(preview.isApplied)} ref={preview.isApplied ? focusIfLost : undefined}>
        <Notice tone={toneOf(preview)}>{previewText(preview)}</Notice>
      </div>
      {canApply(preview) && (
        <div className={styles.actions}>
          <Button variant="go" pending={isApplying && 'Applying …'} onClick={() => send({ type: 'import.apply' })}>
            Apply changes
          </Button>
        </div>
      )}
      {errors.length > 0 && (
        <>
          <h3>{`Errors (${errors.length})`}</h3>
          <OfficeTable columns={['Line', 'Code', 'Reason']}>
            {errors.slice(0, shownCount).map(({ line, code, reason }) => (
              <tr key={`${line} ${reason}`}>
                <td data-label="Line">{String(line)}</td>
                <td data-label="Code" translate="no">
                  {code ?? '–'}
                </td>
                <td data-label="Reason">{reason}</td>
              </tr>
            ))}
          </OfficeTable>
        </>
      )}
      <Products heading="Changes" products={changed} />
      <Products heading="New products" products={added} />
      {isCut && (
        <div className={styles.actions}>
          <Button onClick={() => send({ type: 'import.showMore' })}>Show more</Button>
        </div>
      )}
    </section>
  )
}

function Products({ heading, products }: { heading: string; products: readonly ImportedProduct[] }) {
  const shownCount = useOffice('officeImport', ({ context }) => context.shownCount)
  if (products.length === 0) return null
  return (
    <>
      <h3>{`${heading} (${products.length})`}</h3>
      <OfficeTable columns={['Line', 'Product', 'What', 'Before', 'After']}>
        {products.slice(0, shownCount).map(product => (
          <ProductRows key={product.line} product={product} />
        ))}
      </OfficeTable>
    </>
  )
}

/** The rows of a product: one for each value that differs. */
const ProductRows = ({ product: { line, productId, code, name, differences } }: { product: ImportedProduct }) => (
  <>
    {differences.map((difference, at) => {
      const { before, after } = differenceTexts(difference)
      return (
        <tr key={difference.what}>
          {at === 0 && (
            <td data-label="Line" rowSpan={differences.length}>
              {String(line)}
            </td>
          )}
          {at === 0 && (
            <td data-label="Product" rowSpan={differences.length} translate="no">
              {productId === null ? (
                `${name}, ${code}`
              ) : (
                <a className="textlink" href={productPath(productId)}>
                  {`${name}, ${code}`}
                </a>
              )}
            </td>
          )}
          <td data-label="What">{difference.what}</td>
          <td data-label="Before" translate="no">
            {before}
          </td>
          <td data-label="After" translate="no">
            {after}
          </td>
        </tr>
      )
    })}
  </>
)
