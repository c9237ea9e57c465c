import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** The repository's folder, with a slash at the end. */
const root = fileURLToPath(new URL('../../', import.meta.url))

/** A module's path within the repository: the folders above it must not influence how the build is split. */
export const pathInRoot = (id: string): string => (id.startsWith(root) ? id.slice(root.length) : id)

const react = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|use-isomorphic-layout-effect)\//

const isEntry = (id: string, modules: Modules): boolean => modules.getModuleInfo(id)?.isEntry === true

const importersOf = (id: string, modules: Modules): readonly string[] => modules.getModuleInfo(id)?.importers ?? []

/** Whether a module is in the first load: the document imports it statically, directly or through other modules. */
function isFirst(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (isEntry(id, modules)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return importersOf(id, modules).some(one => isFirst(one, modules, seen))
}

/**
 * Whether a module is the document or its script: these are the entry's own file. That script waits for files which import
 * the shop's file, so it must not be in the shop's file.
 */
const isBeginning = (id: string, modules: Modules): boolean =>
  isEntry(id, modules) || importersOf(id, modules).some(one => isEntry(one, modules))

/**
 * The chunk of a module of the first load. React is a chunk of its own, which stays cached when the shop is released.
 * Everything else is one chunk instead of twenty, and a kilobyte smaller than in two. The bundler splits the rest.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  if (react.test(id)) return 'react'
  if (isBeginning(id, modules) || !isFirst(id, modules)) return null
  return 'shop'
}

/** The chunk of a module that pages share: one for forms, one for addresses, one for the account area, one for shapes of the contract. */
export function sharedBy(id: string): string | null {
  const path = pathInRoot(id)
  if (/^src\/(?:form|password|ui\/(?:Field|FieldLabel|Checkbox|Choice|SelectField))\b/.test(path)) return 'form'
  if (/^machines\/(?:parts\/(?:form|field-errors)|password\/secrets)\b/.test(path)) return 'form'
  if (path.startsWith('src/address/')) return 'address'
  if (/^contract\/(?:account|coupon|delivery|fee-text|order|totals|conflict)\b/.test(path)) return 'contract'
  return /^src\/(?:account|orders|layout\/account)/i.test(path) ? 'account' : null
}
