/**
 * Loads the page again if a newer release has replaced the files of this one; at most once a minute by itself, so never in a loop. What
 * was typed is resumed from the journal. Runs also as a script of the page, so it uses nothing from outside.
 *
 * @param file - the name of a file of this release, which the document of a newer release does not name
 * @param isAsked - the shopper has tried again: loads any release that can be reached
 * @returns whether the page is being loaded again; false if the shop can't be reached, or if that would not help
 */
export async function renewPage(file: string, isAsked = false): Promise<boolean> {
  const key = 'shop.renewed'
  try {
    // throws if storage is blocked: without it, this could be a loop
    const since = Math.abs(Date.now() - Number(sessionStorage.getItem(key)))
    if (since < 60_000 && !isAsked) return false
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store', signal })
    const html = await answer.text()
    // the document of a proxy or a login page of the network is not the shop's
    if (!html.includes('id="root"') || (html.includes(file) && !isAsked)) return false
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}
