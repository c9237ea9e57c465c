/** The part of Trusted Types that is used here; TypeScript's library does not have it. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): object
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy: { created?: object } = {}

/**
 * Allows the script of a payment provider that is part of this shop, the sandbox. The library that inserts it does not know
 * Trusted Types. A shop with another company's provider does not require them.
 */
export function allowProviderScript(): void {
  policy.created ??= trustedTypes?.createPolicy('default', {
    createScriptURL: url => (new URL(url, location.href).origin === location.origin ? url : null),
  })
}
