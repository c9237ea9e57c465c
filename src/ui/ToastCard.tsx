import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import type { Toast } from './toasts.ts'
import styles from './ToastCard.module.css'

/** Milliseconds (section 9): how long a toast stands, how long after the pointer has left it, how long it goes. */
const [display, extended, leaving] = [5_000, 1_000, 300]

/** One toast. It waits while it is pointed at or holds the focus, and goes when it is tapped. */
export function ToastCard({ kind, text, action, onEnd }: Toast & { onEnd: () => void }) {
  const [state, turn] = useState<'fresh' | 'held' | 'extended' | 'leaving'>('fresh')
  const end = useEffectEvent(onEnd)
  const card = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (state === 'held') return undefined
    const wait = { fresh: display, 'extended': extended, leaving }[state]
    const timer = setTimeout(() => (state === 'leaving' ? end() : turn('leaving')), wait)
    return () => clearTimeout(timer)
  }, [state])

  useEffect(() => {
    const ended = new AbortController()
    const hold = () => turn(now => (now === 'leaving' ? now : 'held'))
    const release = () => turn(now => (now === 'held' ? 'extended' : now))
    const listen = (on: string, then: () => void) => card.current?.addEventListener(on, then, { signal: ended.signal })
    listen('mouseenter', hold)
    listen('focusin', hold)
    listen('mouseleave', release)
    listen('focusout', release)
    listen('click', () => turn('leaving'))
    return () => ended.abort()
  }, [])

  return (
    <div
      ref={card}
      className={styles.toast}
      role={kind === 'error' ? 'alert' : undefined}
      data-kind={kind}
      data-state={state}
    >
      <span className={styles.mark}>
        <Icon of={kind === 'success' ? 'check' : 'triangle-alert'} />
      </span>
      <p>{text}</p>
      {action && (
        <button type="button" className={styles.action} onClick={action.act}>
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" of="x" size="small" />
      <i className={styles.left} aria-hidden="true" />
    </div>
  )
}
