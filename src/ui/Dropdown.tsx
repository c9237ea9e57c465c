import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { preloadOnIntent } from './load-on-intent.tsx'
import styles from './Dropdown.module.css'

interface Props {
  /** Ties the button to what it opens. */
  id: string
  open: boolean
  onToggle: () => void
  onClose: () => void
  /** What stands on the button; its words are its name. */
  button: ReactNode
  /** How the button looks; `edged` has a line round it. */
  look?: 'edged'
  /** What brings the code of what drops down, before the button is pressed. */
  intent?: ReturnType<typeof preloadOnIntent>
  /** What a screen reader calls what drops down. */
  label: string
  children: ReactNode
}

/**
 * A button and what drops from it (a disclosure, not a menu: what opens are links and buttons like any others). Escape
 * closes it; a press elsewhere, or the focus moving on, closes it, too. The focus is never lost with what it stood on.
 */
export function Dropdown({ id, open, onToggle, onClose, button, look, intent, label, children }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!open) return undefined
    const ended = new AbortController()
    const way = opener.current
    const isInside = (target: EventTarget | null) => target instanceof Node && root.current?.contains(target)
    const closeBy = (event: Event) => {
      if (!isInside(event.target)) close()
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      way?.focus()
      close()
    }
    document.addEventListener('pointerdown', closeBy, { signal: ended.signal })
    document.addEventListener('focusin', closeBy, { signal: ended.signal })
    document.addEventListener('keydown', closeByKey, { signal: ended.signal })
    return () => {
      ended.abort()
      if (document.activeElement === document.body) way?.focus() // what had the focus went with the sheet
    }
  }, [open])

  return (
    <div ref={root} className={styles.anchor}>
      <button
        ref={opener}
        type="button"
        className={styles.button}
        data-look={look}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={onToggle}
        {...intent}
      >
        {button}
      </button>
      {open && (
        <section id={id} className={styles.sheet} aria-label={label}>
          {children}
        </section>
      )}
    </div>
  )
}
