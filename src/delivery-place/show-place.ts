/*
 * Inlined in the page like the scripts of early-input.ts: sent as the text of this function, so it imports nothing.
 */

/**
 * Shows the place that the device keeps in the button 'Deliver to', before the first paint, and when another tab has changed it. The document
 * is the same for everyone.
 *
 * It reads the same key as src/effects/delivery-place.ts, and accepts the same values.
 */
export function showPlace(): void {
  const button = document.querySelector<HTMLElement>('[data-place]')
  const show = () => {
    let text = ''
    try {
      const { name, postCode } = JSON.parse(localStorage.getItem('shop.place')!) as Record<string, unknown>
      if (
        typeof name === 'string' &&
        typeof postCode === 'string' &&
        /^[^\p{C}]{1,60}$/u.test(name) &&
        /^[^\p{C}]{0,12}$/u.test(postCode)
      )
        text = ` ${name} ${postCode}`.trimEnd()
    } catch {} // no place, or storage is blocked
    if (button) button.lastChild!.textContent = `Deliver to${text}`
  }
  show()
  addEventListener('storage', show)
  addEventListener('pageshow', show)
}
