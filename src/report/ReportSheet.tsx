import type { FormEvent } from 'react'
import { store } from '../store/store.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import field from '../ui/Field.module.css'
import type { Line } from './report-text.ts'
import styles from './ReportSheet.module.css'

/** The contents of a report file for display. */
export interface Contents {
  lines: readonly Line[]
  pages: readonly string[]
  typed: readonly string[]
  size: string
  /** The file as text. */
  text: string
}

interface Props {
  /** Null if nothing is journaled. */
  contents: Contents | null
  /** Typed text is left out. */
  masked: boolean
  onMask: (masked: boolean) => void
  /** The file's text is shown. */
  whole: boolean
  onWhole: (whole: boolean) => void
  /** @param said - the shopper's description of the problem */
  onSave: (said: string) => void
  onClose: () => void
}

/** The dialog 'Report a problem': shows the contents of the file before it is saved. */
export function ReportSheet({ contents, onSave, onClose, ...rest }: Props) {
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSave(String(new FormData(event.currentTarget).get('said') ?? ''))
  }
  return (
    <Sheet label="Report a problem" open onClose={onClose}>
      <header className={styles.head}>
        <h2>Report a problem</h2>
        <IconButton label="Close" of="x" size="large" onClick={onClose} />
      </header>
      {contents ? (
        <form className={styles.form} onSubmit={save}>
          <div className={styles.body}>
            <p>
              This saves a file with what you did here and what the shop answered, in order. Nothing leaves this device
              until you send the file yourself. Email it only to us: <a href={`mailto:${store.email}`}>{store.email}</a>
              .
            </p>
            <InAndOut contents={contents} masked={rest.masked} />
            <Checkbox checked={rest.masked} onChange={rest.onMask} hint="We hide the text and keep only its length.">
              Leave out what I typed
            </Checkbox>
            <Inside contents={contents} whole={rest.whole} onWhole={rest.onWhole} />
            <label className={styles.said}>
              <span>
                What went wrong? <small>optional</small>
              </span>
              <textarea className={field.input} name="said" rows={3} maxLength={2_000} />
            </label>
          </div>
          <footer className={styles.foot}>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="go" type="submit">
              Save file
            </Button>
          </footer>
        </form>
      ) : (
        <div className={styles.body}>
          <p>
            There is no file to save: this browser has not stored what happened here. It may be a private window, or its
            storage may be blocked or full. Please email us what went wrong, and on which page:{' '}
            <a href={`mailto:${store.email}`}>{store.email}</a>.
          </p>
        </div>
      )}
    </Sheet>
  )
}

/** The list of what the file contains and never contains. */
function InAndOut({ contents: { pages, typed }, masked }: { contents: Contents; masked: boolean }) {
  const filled = typed.length === 0 ? 'You have typed nothing yet' : `What you typed into: ${typed.join(', ')}`
  return (
    <div className={styles.lists}>
      <div>
        <h3>
          <Icon of="check" size="small" />
          In the file
        </h3>
        <ul>
          <li>What you pressed, with the time</li>
          {pages.length > 0 && <li>{`The pages you saw: ${pages.join(', ')}`}</li>}
          <li>Your cart, and what the shop answered</li>
          <li>{masked ? 'The length of anything you typed' : `${filled}. Names, email, phone, addresses too`}</li>
          <li>The version of the shop, and your browser</li>
        </ul>
      </div>
      <div>
        <h3>
          <Icon of="x" size="small" />
          Never in the file
        </h3>
        <ul>
          <li>Passwords</li>
          <li>Card and PayPal details</li>
          <li>Your login</li>
          {masked && <li>Your name, email, phone, addresses, and what you searched for</li>}
        </ul>
      </div>
    </div>
  )
}

/** The entries of the file, and its text. */
function Inside({ contents, whole, onWhole }: Pick<Props, 'whole' | 'onWhole'> & { contents: Contents }) {
  return (
    <>
      <details className={styles.inside}>
        <summary>
          <Icon of="chevron-right" size="small" />
          <b>Preview contents</b>
          <span className={styles.size}>{contents.size}</span>
        </summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so focusable */}
        <ol className={styles.lines} aria-label="Entries" tabIndex={0}>
          {contents.lines.map(({ seq, time, kind, what, detail }) => (
            <li key={seq}>
              <time>{time}</time>
              <span data-kind={kind}>{kind}</span>
              <b>{what}</b>
              <span className={styles.detail}>{detail}</span>
            </li>
          ))}
        </ol>
      </details>
      <details className={styles.inside} open={whole} onToggle={({ currentTarget }) => onWhole(currentTarget.open)}>
        <summary>
          <Icon of="chevron-right" size="small" />
          <b>View the file</b>
        </summary>
        {whole && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so focusable
          <pre className={styles.lines} aria-label="The file" tabIndex={0}>
            {contents.text}
          </pre>
        )}
      </details>
    </>
  )
}
