import type { ComponentProps, MouseEvent } from 'react'
import styles from './Button.module.css'

interface Variant {
  /** `go` is the primary action of a screen; `line` any other; `paper` is for pictures. */
  variant?: 'go' | 'line' | 'soft' | 'done' | 'paper'
  size?: 'big' | 'small'
  wide?: boolean
}

interface Props extends Variant, ComponentProps<'button'> {
  /** Label while the action is in progress, such as 'Adding...'. Presses are ignored and the focus stays. */
  pending?: string | false
  /**
   * Id of the text that says what is missing. The button is announced as disabled but can be pressed, so that its
   * form can show the errors. Null if nothing is missing.
   */
  disabledReasonId?: string | null
}

/**
 * A native button. `aria-disabled` ignores presses but stays focusable, so that screen readers read the reason
 * (`aria-describedby`); `disabled` removes it from the tab order.
 */
export function Button({
  variant = 'line',
  size,
  wide,
  pending = false,
  disabledReasonId = null,
  onClick,
  children,
  ...rest
}: Props) {
  const blocked = pending !== false || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      {...(pending !== false && { 'aria-label': undefined, 'aria-busy': true })}
      {...(disabledReasonId !== null && { 'aria-describedby': disabledReasonId })}
      aria-disabled={blocked || disabledReasonId !== null || undefined}
      className={styles.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      onClick={handleClick}
    >
      {pending === false ? (
        children
      ) : (
        <>
          <span className={styles.spin} aria-hidden="true" />
          <span>{pending}</span>
        </>
      )}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant = 'line', size, wide, children, ...rest }: Variant & ComponentProps<'a'>) {
  return (
    <a {...rest} className={styles.button} data-variant={variant} data-size={size} data-wide={wide || undefined}>
      {children}
    </a>
  )
}
