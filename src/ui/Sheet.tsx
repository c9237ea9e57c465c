import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import styles from './Sheet.module.css'

interface Props {
  label: string
  open: boolean
  onClose: () => void
  /** `start` slides in from the side; `center` stands in the middle. */
  look?: 'start' | 'center'
  children: ReactNode
}

const reachable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** Something that stands over the page and keeps the focus; Escape or a press beside it closes it, the focus goes back. */
export function Sheet({ label, open, onClose, look = 'center', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const { current } = dialog
    if (!open || !current) return undefined
    if (!current.open) current.showModal()
    return () => current.close()
  }, [open])

  const closeBeside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      data-look={look}
      aria-label={label}
      onCancel={event => {
        event.preventDefault() // the chart says when it closes
        onClose()
      }}
      onMouseDown={closeBeside}
      onKeyDown={keepInside}
    >
      {open && <div className={styles.page}>{children}</div>}
    </dialog>
  )
}

/** From the last control back to the first, and the other way round: the browser's own bars are no part of the sheet. */
function keepInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(reachable)]
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
