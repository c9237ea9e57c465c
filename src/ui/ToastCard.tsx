import { useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { packs } from './ProductName.tsx'
import { toastMachine } from './toast-machine.ts'
import type { ToastStack } from './toast-stack.ts'
import type { Toast } from './toast.ts'
import { useMachine } from './use-machine.ts'
import styles from './ToastCard.module.css'

interface Props extends Toast {
  id: string
  /** How often the same text was raised. */
  times: number
  stack: ToastStack
  /** Called when the toast has disappeared. */
  onEnd: () => void
}

/** One toast. It stays under the pointer or with the focus, and disappears when it is tapped. */
export function ToastCard({ kind, text, action, id, times, stack, onEnd }: Props) {
  const behind = useSyncExternalStore(stack.subscribe, () => stack.behind(id))
  const [{ value }, send] = useMachine(toastMachine, onEnd)
  const hold = () => send({ type: 'toast.hold' })
  const release = () => send({ type: 'toast.release' })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- its buttons do the same
    <div
      className={styles.toast}
      role={kind === 'error' ? 'alert' : undefined}
      data-kind={kind}
      data-state={typeof value === 'object' ? value.shown : value}
      onMouseEnter={hold}
      onFocus={hold}
      onMouseLeave={release}
      onBlur={release}
      onClick={() => send({ type: 'toast.dismiss' })}
    >
      <span className={styles.mark}>
        <Icon of={kind === 'success' ? 'check' : 'triangle-alert'} />
      </span>
      <p>
        <span>{withWholePacks(text)}</span>
        {times > 1 && <span className="vh">{` ${times} times`}</span>}
      </p>
      {(times > 1 || behind > 0) && (
        <span className={styles.count}>
          {times > 1 && <b aria-hidden="true">{`×${times}`}</b>}
          {behind > 0 && (
            <b>
              <span>{`+${behind}`}</span>
              <span className="vh"> more</span>
            </b>
          )}
        </span>
      )}
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

/** A text whose pack sizes stay on one line: '4 × 120 g'. */
export const withWholePacks = (text: string): string => text.replaceAll(packs, size => size.replaceAll(' ', '\u00A0'))
