import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLinkClickHandler, type To } from 'react-router-dom'

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  to: To
  /** Takes the place of the address before it; without it a link to where one already is does so, too. */
  replace?: boolean
  state?: unknown
}

/** A way to another page of the shop: a plain link to whoever opens it elsewhere, or presses it before the shop runs. */
export function Link({ to, replace, state, onClick, children, ...rest }: Props) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target: rest.target })
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) go(event)
  }
  return (
    <a {...rest} href={useHref(to)} onClick={follow}>
      {children}
    </a>
  )
}
