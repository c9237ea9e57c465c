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

/** What pages with products share. */
const isOfProducts =
  /^(?:contract\/(?:favourites|product|suggestions)|machines\/(?:catalogue\/(?:listed-product|unit-price|plain-text|label-words)|parts\/retries)|src\/effects\/(?:products-by-id|watch-tabs))\b/
/** The addition of several products to the cart. */
const isOfBulkAdd =
  /^(?:(?:src|machines|contract)\/(?:effects\/)?bulk-add|machines\/parts\/effect-resource|src\/assets\/state-no-orders)\b/

/** Shapes and sentences of the contract. */
const isOfContract =
  /^contract\/(?:account|cancellation|conflict|coupon|delivery|fee-text|line-choice|multi-buy-text|order(?!-problem)|own-order|picking|slot|substitution|totals|weight)/

/**
 * The chunk of a module that pages share: one for forms, one for addresses, one for the account area, one for shapes of the contract. The first load has the name of each chunk, some 20 bytes.
 */
export function sharedBy(id: string): string | null {
  const path = pathInRoot(id)
  if (/^src\/(?:form|password|ui\/(?:Field|FieldLabel|Checkbox|Choice|SelectField))\b/.test(path)) return 'form'
  if (/^machines\/(?:parts\/(?:form|field-errors)|password\/secrets)\b/.test(path)) return 'form'
  if (/^(?:src\/(?:address|slots)\/|machines\/(?:address\/address-form|parts\/same-fields)\b)/.test(path))
    return 'address'
  if (isOfContract.test(path)) return 'contract'
  return /^src\/(?:account|orders|layout\/account)/i.test(path) ? 'account' : null
}

/** The buttons that keep or share a product. */
const keepsProduct =
  /^(?:src\/(?:favourites\/(?:Favourite|toggle)|shopping-lists\/(?:ListToggle|choose|list-)|product\/share-)|machines\/favourites\/selectors\b)/

/** What cart, checkout and orders share. */
const isOfOrders =
  /^(?:contract\/order-problem|machines\/(?:cart\/page-selectors|slots\/|order-change\/change-draft|order-problem\/)|src\/(?:order-problem\/(?:report-text|OrderProblem\b)|substitutions\/LineChoice|ui\/MoreDetails|effects\/(?:coupon|slots|unless-missing)|session\/use-read-again|ui\/save-file))/

/** Small parts of pages and dialogs. */
const isOfDialogs = /^src\/(?:ui\/(?:IconButton|Notice|first-focus|use-on-mount)|connection\/Waiting)\b/

/** Keys of what the device keeps, which are needed to delete it. */
const isOfDevice = /^src\/(?:effects\/(?:order-key\b|place-key)|suggestions\/recent-searches)\b/

/** The store's name and contact details, the links to pages about it, and what delivery costs. */
const isOfStore =
  /^(?:src\/(?:store\/(?:store|opening-hours)|menus\/page-links|information\/ContactWays|delivery-place\/(?:Place(?:Facts|Summary)|place-text|start-kept|DeliveryPlace))|machines\/delivery-place\/(?:selectors|delivery-area)|contract\/(?:opening-hours-text|suburb-names))\b/

/**
 * The chunk of a module that as few as two pages share: one for products, one for the buttons that keep or share one and for the addition of several,
 * one for what is ordered.
 */
export function sharedByFew(id: string): string | null {
  const path = pathInRoot(id)
  if (keepsProduct.test(path)) return 'keep'
  if (isOfProducts.test(path)) return 'products'
  if (isOfOrders.test(path)) return 'order-parts'
  if (isOfDevice.test(path)) return 'device'
  if (isOfDialogs.test(path)) return 'IconButton'
  if (isOfStore.test(path)) return 'store'
  return isOfBulkAdd.test(path) ? 'keep' : null
}
