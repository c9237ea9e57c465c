/** Where a link leads. */
export type LinkTarget = Pick<HTMLAnchorElement, 'pathname' | 'search'>

const followed = new WeakSet<Document>()

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Whether a link leads to another page of this shop in this window. */
function isOwn(link: HTMLAnchorElement, { pathname, search, origin }: Location): boolean {
  const isExternal = link.origin !== origin || (link.target !== '' && link.target !== '_self')
  const isOnPage = link.hash !== '' && link.pathname === pathname && link.search === search
  return !isExternal && !isOnPage && !link.hasAttribute('download')
}

/**
 * Reports links of this shop that the shopper is about to follow: the pointer is over one, or it has the focus (`withData`
 * is false), or a button or finger is down on one (`withData` is true).
 */
export function watchLinks(document: Document, isLikely: (to: LinkTarget, withData: boolean) => void): void {
  const watch = (type: string, withData: boolean) =>
    document.addEventListener(
      type,
      ({ target }) => {
        const link = target instanceof Element ? target.closest('a') : null
        if (link?.href && isOwn(link, document.location)) isLikely(link, withData)
      },
      { passive: true },
    )
  watch('pointerover', false)
  watch('focusin', false)
  watch('pointerdown', true)
}

/**
 * Follows links to pages of this shop without loading a document. They are plain anchors, so they work before hydration, and
 * the browser handles opening one in another window. Later calls for the same document do nothing.
 *
 * @param go - called with path, query and hash
 */
export function followLinks(document: Document, go: (to: string) => void): void {
  if (followed.has(document)) return
  followed.add(document)
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.href || event.defaultPrevented || !isPlain(event) || !isOwn(link, document.location)) return
    event.preventDefault()
    go(link.pathname + link.search + link.hash)
  })
}
