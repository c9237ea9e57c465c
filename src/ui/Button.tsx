import type { ComponentProps, MouseEvent } from 'react'
import styles from './Button.module.css'

interface Look {
  /** `go` is the one next thing on a screen; `line` everything else; `paper` stands on pictures. */
  look?: 'go' | 'line' | 'soft' | 'done' | 'paper'
  size?: 'big' | 'small'
  wide?: boolean
}

interface Props extends Look, ComponentProps<'button'> {
  /** What the button says while it waits ('Adding...'): it takes no press meanwhile, and keeps the focus. */
  pending?: string | false
  /**
   * The id of the sentence that says what is missing: the button counts as disabled, and takes a press all the same, so
   * that its form can show where. Null where nothing is missing.
   */
  lacking?: string | null
}

/**
 * A native button. With `aria-disabled` it takes no press either, but can be reached, so that the reason for it (by
 * `aria-describedby`) is heard; `disabled` takes it out of reach.
 */
export function Button({
  look = 'line',
  size,
  wide,
  pending = false,
  lacking = null,
  onClick,
  children,
  ...rest
}: Props) {
  const blocked = pending !== false || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      {...(pending !== false && { 'aria-label': undefined, 'aria-busy': true })}
      {...(lacking !== null && { 'aria-describedby': lacking })}
      aria-disabled={blocked || lacking !== null || undefined}
      className={styles.button}
      data-look={look}
      data-size={size}
      data-wide={wide || undefined}
      onClick={press}
    >
      {pending === false ? (
        children
      ) : (
        <>
          <span className={styles.spin} aria-hidden="true" />
          {pending}
        </>
      )}
    </button>
  )
}

/** A link that looks like a button: it leads somewhere. */
export function ButtonLink({ look = 'line', size, wide, children, ...rest }: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} className={styles.button} data-look={look} data-size={size} data-wide={wide || undefined}>
      {children}
    </a>
  )
}
