import { fieldError, type FieldName } from '#contract/fields'
import { accountRoutes } from '#contract/account'
import { pageCount, pageSize, type Listing } from '#machines/catalogue/list'
import { lazyMachineIds, pageOf } from '#contract/paths'
import type { PlacesContext } from '#machines/address/places'
import { freshSecrets, secretErrors } from '#machines/password/secrets'
import { stateOf, type Page, type Pending } from '../world.ts'
import { inEachTab, shopIn, type Invariant } from './invariant.ts'

const places = [
  'checkout/billingPlaces',
  'checkout/deliveryPlaces',
  'registration/registrationPlaces',
  'addresses/addressPlaces',
]

/** Routes of forms that send one request at a time. */
const submits = [
  accountRoutes.createAccount,
  accountRoutes.updateCustomer,
  accountRoutes.updatePassword,
  accountRoutes.login,
  accountRoutes.forgotPassword,
  accountRoutes.resetPassword,
] as readonly unknown[]

const fieldsOf: readonly FieldName[] = ['firstName', 'lastName', 'email', 'telephone', 'address1', 'city', 'postCode']

interface Busy {
  hasTag?(tag: string): boolean
  children?: Record<string, { getSnapshot(): Busy } | undefined>
}

/** Paths of the actors with the tag `busy`. */
function busyIn(snapshot: Busy, path = 'shop'): string[] {
  const own = snapshot.hasTag?.('busy') ? [path] : []
  const children = Object.entries(snapshot.children ?? {})
  return [...own, ...children.flatMap(([id, child]) => (child ? busyIn(child.getSnapshot(), `${path}/${id}`) : []))]
}

const sameRequests = (page: Page, pending: readonly Pending[], call: Pending) =>
  pending.filter(one => one !== call && one.page === page && one.route === call.route && one.logouts === call.logouts)

/** Invariants of forms, lists and the layout. */
export const formInvariants: Invariant[] = [
  {
    name: 'L1',
    holds: 'The regions and suburbs to choose from are those of the chosen country and region.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        for (const path of places) {
          const context = stateOf<{ context: PlacesContext }>(page, path)?.context
          const region = context?.regions.find(({ regionId }) => Math.floor(regionId / 10) !== context.countryId)
          if (region) return `${path} has ${region.name} for country ${context!.countryId}`
          const suburb = context?.suburbs.find(({ name }) => !name.startsWith(`S${context.regionId}-`))
          if (suburb) return `${path} has ${suburb.name} for region ${context!.regionId}`
        }
        return null
      }),
  },
  {
    name: 'L2',
    holds: 'A list shows a page that exists, with its products, whatever its URL asks for.',
    when: 'seldom',
    check: world =>
      inEachTab(world, page => {
        const shown = stateOf<{ context: { shown: Listing | null } }>(page, 'list')?.context.shown
        if (!shown?.products) return null
        const { products, view } = shown
        const [total, pages] = [shown.total!, pageCount(shown.total!)]
        if (!(view.page >= 1 && view.page <= pages)) return `page ${view.page} of ${pages}`
        const expected = Math.min(total - (view.page - 1) * pageSize, pageSize)
        return products.length !== expected && `${products.length} products on page ${view.page} of ${total} products`
      }),
  },
  {
    name: 'L3a',
    holds: 'A form is in flight once, however often its button is pressed.',
    when: 'call',
    check: ({ pending }, call) =>
      submits.includes(call.route) && sameRequests(call.page, pending, call).length > 0 ? call.name : null,
  },
  {
    name: 'L3b',
    holds: 'A form with an invalid field is not sent.',
    when: 'call',
    check: (_, call) => {
      if (call.route !== accountRoutes.createAccount && call.route !== accountRoutes.updateCustomer) return null
      const body = call.body as Partial<Record<FieldName, string>>
      const wrong = fieldsOf.find(field => body[field] !== undefined && fieldError(field, body[field]) !== null)
      return wrong ? `${wrong} is invalid` : null
    },
  },
  {
    name: 'L4',
    holds: 'Two different passwords are reported only if nothing else is wrong with the second.',
    when: 'seldom',
    check: world =>
      inEachTab(world, page => {
        for (const machine of ['registration', 'reset', 'password']) {
          const secrets = stateOf<{ context: { secrets: ReturnType<typeof freshSecrets> } }>(page, machine)?.context
            .secrets
          if (!secrets) continue
          const reported = secretErrors(secrets).confirmPassword ?? null
          const own = secrets.errors.confirmPassword
          if (own !== null && reported !== own) return `${machine} reports ${reported}`
        }
        return null
      }),
  },
  {
    name: 'L5',
    holds: 'A shopper who is shown as registered is logged in.',
    when: 'atRest',
    check: world =>
      inEachTab(world, page => {
        const registration = stateOf<{ value: unknown }>(page, 'registration')
        return (
          registration?.value === 'registered' && shopIn(page).context.customer === null && 'the shopper is a guest'
        )
      }),
  },
  {
    name: 'U1',
    holds: 'One menu of the header is open at a time, and pressing its button again closes it.',
    when: 'act',
    check: (_, { page }, { event }, before) => {
      if (event.type !== 'menus.toggle') return null
      const was = (before as { value: { dropdown: string } }).value.dropdown
      const is = stateOf<{ value: { dropdown: string } }>(page, 'menus')!.value.dropdown
      return is === (was === event.menu ? 'closed' : event.menu) ? null : `${is} after ${was}`
    },
  },
  {
    name: 'X1',
    holds: 'Once every response has arrived, the page shown is that of the URL, or an error page for it.',
    when: 'atRest',
    check: world =>
      inEachTab(world, (page, tab) => {
        const { value, context } = shopIn(page)
        if (value === 'failed') return null
        const there = tab.history[tab.at]!
        if (context.shown?.key !== there.key) return `${context.shown?.pathname} at ${there.pathname}`
        return value !== 'shown' && String(value)
      }),
  },
  {
    name: 'X2',
    holds: 'The machines that the shop lists as running are those that run.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const { children, context } = page.root.getSnapshot() as never as {
          children: Record<string, unknown>
          context: { spawned: string[] }
        }
        const running = lazyMachineIds.filter(machine => children[machine] !== undefined).toSorted()
        return running.join() !== context.spawned.toSorted().join() && `${running.join()} for ${context.spawned.join()}`
      }),
  },
  {
    name: 'X3',
    holds: 'Once every response has arrived, nothing is busy.',
    when: 'atRest',
    check: world =>
      inEachTab(world, page => {
        const { value, context } = shopIn(page)
        // the login page stays busy after a login until another page is shown
        const isLogin = value === 'shown' && pageOf(context.shown!.pathname) === 'login'
        const busy = busyIn(page.root.getSnapshot() as Busy).filter(path => isLogin || path !== 'shop/login')
        return busy.length > 0 && busy.join(', ')
      }),
  },
  {
    name: 'X4',
    holds: 'No actor fails.',
    when: 'always',
    check: world => inEachTab(world, ({ failures }) => failures.length > 0 && String((failures[0] as Error).stack)),
  },
  {
    name: 'X5',
    holds: 'The number of timers and effects is bounded.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const effects = world.pending.filter(one => one.page === page).length
        return (page.timers.size > 40 || effects > 60) && `${page.timers.size} timers, ${effects} effects`
      }),
  },
]
