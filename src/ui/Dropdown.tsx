import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { preloadOnIntent } from './load-on-intent.tsx'
import styles from './Dropdown.module.css'

interface Props {
  /** Id of the opened section. */
  id: string
  open: boolean
  onToggle: () => void
  onClose: () => void
  /** Content of the button, which is also its accessible name. */
  button: ReactNode
  /** `edged` has a border. */
  variant?: 'edged'
  /** Handlers that load the section's code before the button is pressed. */
  intent?: ReturnType<typeof preloadOnIntent>
  /** Accessible name of the opened section. */
  label: string
  children: ReactNode
}

/**
 * A button with a section that it opens (a disclosure, not a menu: the section holds ordinary links and buttons). Escape, a
 * press elsewhere and the focus moving elsewhere close it, and so does a window that does not show its button. If the focused element is removed, the button gets the focus.
 */
export function Dropdown({ id, open, onToggle, onClose, button, variant, intent, label, children }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!open) return undefined
    const ended = new AbortController()
    const button = opener.current
    const isInside = (target: EventTarget | null) => target instanceof Node && root.current?.contains(target)
    const closeBy = (event: Event) => {
      if (!isInside(event.target)) close()
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      button?.focus()
      close()
    }
    const closeHidden = () => button!.checkVisibility?.() === false && close()
    closeHidden()
    window.addEventListener('resize', closeHidden, { signal: ended.signal })
    document.addEventListener('pointerdown', closeBy, { signal: ended.signal })
    document.addEventListener('focusin', closeBy, { signal: ended.signal })
    document.addEventListener('keydown', closeByKey, { signal: ended.signal })
    return () => {
      ended.abort()
      if (document.activeElement === document.body) button?.focus() // the focused element was removed with the section
    }
  }, [open])

  return (
    <div ref={root} className={styles.anchor}>
      <button
        ref={opener}
        type="button"
        className={styles.button}
        data-variant={variant}
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
