import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
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
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const { current } = dialog
    if (!open || !current) return undefined
    const ended = new AbortController()
    const { signal } = ended
    const closeBy = (event: Event) => {
      event.preventDefault() // whoever opened it says when it closes
      close()
    }
    current.addEventListener('cancel', closeBy, { signal })
    current.addEventListener('mousedown', event => event.target === current && closeBy(event), { signal })
    current.addEventListener('keydown', event => keepInside(current, event), { signal })
    current.showModal()
    return () => {
      ended.abort()
      current.close()
    }
  }, [open])

  return (
    <dialog ref={dialog} className={styles.sheet} data-look={look} aria-label={label}>
      {open && <div className={styles.page}>{children}</div>}
    </dialog>
  )
}

/** From the last control back to the first, and the other way round: the browser's own bars are no part of the sheet. */
function keepInside(dialog: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const all = [...dialog.querySelectorAll<HTMLElement>(reachable)]
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
