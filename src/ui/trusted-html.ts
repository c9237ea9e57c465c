/** A window with Trusted Types, or one without; TypeScript's library does not have them. A policy has the functions of its rules. */
export interface TrustedTypesWindow {
  trustedTypes?: { createPolicy<Rules extends object>(name: string, rules: Rules): Rules }
}

const { trustedTypes } = globalThis as TrustedTypesWindow
const policy = trustedTypes?.createPolicy('shop', { createHTML: (html: string) => html })

// for libraries that do not know Trusted Types: React Aria empties its announcer, PayPal's inserts the script of the sandbox
trustedTypes?.createPolicy('default', {
  createHTML: (html: string) => (html === '' ? html : null),
  createScriptURL: (url: string) => (new URL(url, location.href).origin === location.origin ? url : null),
})

/**
 * Marks HTML as safe to insert, for browsers that refuse any other (Trusted Types). Only for HTML that the server rendered or
 * that has been sanitized.
 */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html
