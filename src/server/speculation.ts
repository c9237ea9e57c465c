import { publicPaths } from '#contract/paths'

/** The paths of public pages, as patterns of the URL Pattern standard. */
const patterns = publicPaths()
  .filter(path => path !== '*')
  .map(path => ({
    pathname: path.replace(/:number$/, ':number(\\d{1,9})').replace(/:id$/, ':id([1-9]\\d{0,8})'),
    search: '*',
  }))

/** The id of the script element with the rules. */
export const speculationId = 'speculation'

/**
 * The rules by which a browser requests the document of a link before it is followed: while the mouse rests on it, or a finger or
 * button is down. Only public pages, which are the same for everyone. They are for links that are followed before hydration: afterwards
 * the shop shows the page without a document, and removes the rules.
 *
 * @see https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
export const speculationRules: string = JSON.stringify({
  prefetch: [{ where: { href_matches: patterns }, eagerness: 'moderate' }],
})
