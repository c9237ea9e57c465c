import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** The repository's folder, with a slash at the end. */
const root = fileURLToPath(new URL('../../', import.meta.url))

/** A module's path within the repository: the folders above it must not decide how its build is cut. */
export const pathInRoot = (id: string): string => (id.startsWith(root) ? id.slice(root.length) : id)

const react = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|use-isomorphic-layout-effect)\//

const isEntry = (id: string, modules: Modules): boolean => modules.getModuleInfo(id)?.isEntry === true

const importersOf = (id: string, modules: Modules): readonly string[] => modules.getModuleInfo(id)?.importers ?? []

/** Whether a module is there before the shop shows anything: the document asks for it, or something that is there does. */
function isFirst(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (isEntry(id, modules)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return importersOf(id, modules).some(one => isFirst(one, modules, seen))
}

/**
 * Whether a module is the document, or the script that it names: these make the entry's own file. That script waits for
 * later files, which import the shop's, so it must not be in the shop's file itself.
 */
const isBeginning = (id: string, modules: Modules): boolean =>
  isEntry(id, modules) || importersOf(id, modules).some(one => isEntry(one, modules))

/**
 * Which file a module of the first load goes into. React is a file of its own, which a release of the shop keeps cached;
 * everything else is one file, so that it does not come in twenty pieces, and is a kilobyte smaller than in two. What comes
 * later is cut by the bundler.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  if (react.test(id)) return 'react'
  if (isBeginning(id, modules) || !isFirst(id, modules)) return null
  return 'shop'
}

/** The file that a module goes into if pages share it: one for forms, one for addresses, one for the account area. */
export function sharedBy(id: string): string | null {
  const path = pathInRoot(id)
  if (/^src\/(?:form|password|ui\/(?:Field|Labelled|Checkbox|Choice|SelectField))\b/.test(path)) return 'form'
  if (path.startsWith('src/address/')) return 'address'
  return /^src\/(?:account|orders|layout\/account)/i.test(path) ? 'account' : null
}
