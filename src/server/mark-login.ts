/*
 * Inlined in the page like the scripts of early-input.ts: sent as the text of this function, so it imports nothing.
 */

/**
 * Marks the document with `data-login` if the browser holds a token that has not expired, before the first paint. Pages
 * of customers and of visitors then have the header of the page that the shopper will see: a guest who opens the account
 * gets the login, and a customer who opens the login gets the account. For a customer no page is requested ahead: see speculation.ts.
 *
 * It reads the same keys as src/effects/storage.ts and gateway-clock.ts. If it misjudges a token, the only consequence is a layout shift.
 */
export function markLogin(): void {
  try {
    const claims = localStorage.getItem('shop.token')!.split('.')[1]!
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
    const ahead = Number(localStorage.getItem('shop.clock')) || 0
    if (exp * 1000 <= Date.now() + ahead) return
    document.documentElement.dataset.login = ''
    document.getElementById('speculation')?.remove()
  } catch {} // no token, or storage is blocked: a guest
}
