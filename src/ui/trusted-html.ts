/** The part of Trusted Types that is used here; TypeScript's library does not have it. */
interface TrustedTypes {
  createPolicy(name: 'shop', rules: { createHTML(html: string): string }): { createHTML(html: string): string }
  createPolicy(
    name: 'default',
    rules: { createHTML(html: string): string | null; createScriptURL(url: string): string | null },
  ): object
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy('shop', { createHTML: html => html })

// for libraries that do not know Trusted Types: React Aria empties its announcer, PayPal's inserts the script of the sandbox
trustedTypes?.createPolicy('default', {
  createHTML: html => (html === '' ? html : null),
  createScriptURL: url => (new URL(url, location.href).origin === location.origin ? url : null),
})

/**
 * Marks HTML as safe to insert, for browsers that refuse any other (Trusted Types). Only for HTML that the server rendered or
 * that has been sanitized.
 */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html
