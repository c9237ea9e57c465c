/** A page rendered on the server. */
export interface RenderedPage {
  status: number
  html: string
  /** Whether the page can be cached for all shoppers: it is complete and contains nothing personal. */
  isCacheable: boolean
}

/** Renders pages on the server. The storefront's build provides it, and the gateway calls it. */
export interface Renderer {
  /**
   * The cache key of a page: the same for all URLs that show the same page. That of a page with data of one shopper is its
   * path: the server renders its frame, which is the same for everyone.
   *
   * @param url - path and query
   */
  keyOf(url: string): string
  /** @throws any error of a machine or component; the page is then rendered in the browser */
  render(key: string): Promise<RenderedPage>
}
