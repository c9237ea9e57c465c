import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { focusHeading } from './focus.ts'
import styles from './Sheet.module.css'

interface Props {
  label: string
  open: boolean
  onClose: () => void
  /** `start` slides in from the side; `center` is centred. */
  variant?: 'start' | 'center'
  /** Media query of the windows that have it: in others it closes, also if the window changes while it is open. */
  within?: string
  children: ReactNode
}

const reachable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** A modal dialog. Escape and a press beside it close it; the focus returns to where it was, or to the heading of the page if that is gone. */
export function Sheet({ label, open, onClose, variant = 'center', within = 'all', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const { current } = dialog
    if (!open || !current) return undefined
    const ended = new AbortController()
    const { signal } = ended
    const closeBy = (event: Event) => {
      event.preventDefault() // `open` decides
      close()
    }
    current.addEventListener('cancel', closeBy, { signal })
    current.addEventListener('mousedown', event => event.target === current && closeBy(event), { signal })
    current.addEventListener('keydown', event => keepInside(current, event), { signal })
    const query = matchMedia(within)
    query.addEventListener('change', () => query.matches || close(), { signal })
    // a visit that is resumed in another window
    if (query.matches) current.showModal()
    else close()
    return () => {
      ended.abort()
      current.close()
      if (document.activeElement === document.body) focusHeading({ preventScroll: true })
    }
  }, [open, within])

  return (
    <dialog ref={dialog} className={styles.sheet} data-variant={variant} aria-label={label}>
      {open && <div className={styles.page}>{children}</div>}
    </dialog>
  )
}

/** Wraps Tab from the last control to the first and back, so that it does not reach the browser's own controls. */
function keepInside(dialog: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const all = [...dialog.querySelectorAll<HTMLElement>(reachable)]
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
