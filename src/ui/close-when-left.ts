/** The ref of a popover that closes when the focus moves to something behind it. */
export function closeWhenLeft(popover: HTMLElement): () => void {
  const ended = new AbortController()
  popover.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget !== null && !popover.contains(relatedTarget as Node)) popover.hidePopover?.()
    },
    { signal: ended.signal },
  )
  return () => ended.abort()
}
