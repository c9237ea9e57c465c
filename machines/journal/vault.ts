/**
 * Where passwords are while they are typed: in memory, under a handle. Charts, journals and snapshots hold the handle; what
 * is behind it leaves the page in one request only.
 */
export interface Vault {
  keep(handle: string, secret: string): void
  /** Empty for a handle that nothing is kept under: after a reload, for one. */
  read(handle: string): string
  forget(handle: string): void
  clear(): void
}

/** A vault of its own for each page load. */
export function createVault(): Vault {
  const secrets = new Map<string, string>()
  return {
    keep: (handle, secret) => void secrets.set(handle, secret),
    read: handle => secrets.get(handle) ?? '',
    forget: handle => void secrets.delete(handle),
    clear: () => secrets.clear(),
  }
}
