/**
 * Holds passwords in memory, by handle, while they are typed. Machines, journals and snapshots hold the handle only; the
 * password itself leaves the page in a single request.
 */
export interface Vault {
  keep(handle: string, secret: string): void
  /** The secret of a handle; empty if there is none, for example after a reload. */
  read(handle: string): string
  forget(handle: string): void
  clear(): void
}

/** An empty vault. Each page load has its own. */
export function createVault(): Vault {
  const secrets = new Map<string, string>()
  return {
    keep: (handle, secret) => void secrets.set(handle, secret),
    read: handle => secrets.get(handle) ?? '',
    forget: handle => void secrets.delete(handle),
    clear: () => secrets.clear(),
  }
}
