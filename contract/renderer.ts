/** A page rendered on the server. */
export interface RenderedPage {
  status: number
  html: string
  /** Whether the page can be cached for all visitors: it is complete and contains nothing personal. */
  isCacheable: boolean
}

/** Renders pages on the server. The storefront's build provides it, and the gateway calls it. */
export interface Renderer {
  /**
   * The cache key of a page: the same for all URLs that show the same page.
   *
   * @param url - path and query
   * @returns null for pages that only the shopper's browser can render
   */
  keyOf(url: string): string | null
  /** @throws any error of a machine or component; the page is then rendered in the browser */
  render(key: string): Promise<RenderedPage>
}
