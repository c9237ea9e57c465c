/** A window that may have Trusted Types, which TypeScript's library lacks. A policy has the functions of its rules. */
export interface TrustedTypesWindow {
  trustedTypes?: { createPolicy<Rules extends object>(name: string, rules: Rules): Rules }
}

const { trustedTypes } = globalThis as TrustedTypesWindow
const policy = trustedTypes?.createPolicy('shop', { createHTML: (html: string) => html })

// for libraries without Trusted Types: React Aria clears its announcer, PayPal's component inserts the sandbox's script
trustedTypes?.createPolicy('default', {
  createHTML: (html: string) => (html === '' ? html : null),
  createScriptURL: (url: string) => (new URL(url, location.href).origin === location.origin ? url : null),
})

/**
 * Marks HTML as safe to insert, for browsers that require that (Trusted Types). Only for HTML that the server rendered or
 * that has been sanitized.
 */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html
