import { pageOf, pages } from '#contract/paths'
import { orderKeyPrefix } from '#src/effects/order-keys.ts'
import { storageKeys } from '#src/effects/storage.ts'
import { dataClearedKey } from '#src/journal/forget.ts'
import { journalMark } from '#src/journal/journal-buffer.ts'
import { identityIn } from '#src/effects/token.ts'
import { markOf, seededCustomers } from '../gateway/state.ts'
import { secrets, stateText } from '../replay-check.ts'
import { inEachTab, sessionIn, shopIn, type Invariant } from './invariant.ts'

/** The marks of all other customers. */
const otherMarks = (customerId: string | null): string[] =>
  seededCustomers.filter(one => one !== customerId).map(one => markOf(one))

/** Invariants of the session. */
export const sessionInvariants: Invariant[] = [
  {
    name: 'S1',
    holds:
      'The browser stores at most one token and one session id, orders whose outcome is not known, and nothing else about the shopper.',
    when: 'always',
    check: ({ storage }) => {
      const known: string[] = [...Object.values(storageKeys), journalMark, dataClearedKey]
      const other = [...storage.keys()].find(key => !known.includes(key) && !key.startsWith(orderKeyPrefix))
      return other ? `the browser stores ${other}` : null
    },
  },
  {
    name: 'S2a',
    holds: 'An expired or malformed token is never sent.',
    when: 'call',
    check: ({ now }, { token, name }) =>
      token !== null && !name.includes('logout') && identityIn(token, now).is !== 'customer' ? name : null,
  },
  {
    name: 'S2b',
    holds: 'Once every response has arrived, a shopper is logged in exactly if the stored token is valid.',
    when: 'atRest',
    check: world =>
      inEachTab(world, page => {
        const { is } = identityIn(page.shopStorage.token(), world.now)
        const { who } = sessionIn(page).value
        return (is === 'customer') !== (who === 'loggedIn') && `${who} with a token of: ${is}`
      }),
  },
  {
    name: 'S3a',
    holds: 'No machine of a tab holds data of a customer who is not logged in there.',
    when: 'seldom',
    check: world =>
      inEachTab(world, page => {
        const { who } = sessionIn(page).value
        if (who === 'unknown') return null
        const marks = otherMarks(shopIn(page).context.customer?.customerId ?? null)
        const text = stateText(page)
        const mark = marks.find(one => text.includes(one))
        if (!mark) return null
        const at = text.indexOf(mark)
        return `${who}: …${text.slice(Math.max(0, at - 160), at + 10)}`
      }),
  },
  {
    name: 'S3b',
    holds: 'No journal and no unsettled order of the browser holds data of a customer who has logged out.',
    when: 'atRest',
    check: world => {
      if (world.storageStatus !== 'open') return null
      const identity = identityIn(world.storage.get(storageKeys.token) ?? null, world.now)
      const marks = otherMarks(identity.is === 'customer' ? identity.customer.customerId : null)
      const unsettled = [...world.storage].filter(([key]) => key.startsWith(orderKeyPrefix))
      const text = `${world.storedJournals.text}${JSON.stringify(unsettled)}`
      const mark = marks.find(one => text.includes(one))
      return mark ? `found ${mark}: …${text.slice(text.indexOf(mark) - 160, text.indexOf(mark) + 10)}` : null
    },
  },
  {
    name: 'S5',
    holds: 'A refused token reloads the page at most once.',
    when: 'always',
    check: ({ tabs }) => {
      const tab = tabs.find(({ reloadedFor }) => new Set(reloadedFor).size < reloadedFor.length)
      return tab ? `tab ${tab.number} was reloaded ${tab.reloadedFor.length} times` : null
    },
  },
  {
    name: 'S6b',
    holds: 'No state, log or URL contains a token or a password.',
    when: 'seldom',
    check: world => {
      const log = world.logs.find(one => secrets.test(one))
      if (log) return `a log: ${log.slice(0, 60)}`
      return inEachTab(world, (page, tab) => {
        if (tab.history.some(({ pathname, search }) => secrets.test(pathname + search))) return 'a URL'
        return secrets.test(stateText(page)) && 'a machine'
      })
    },
  },
  {
    name: 'S8',
    holds: 'Once every response has arrived, a tab greets the customer of the stored token.',
    when: 'atRest',
    check: world =>
      inEachTab(world, page => {
        const identity = identityIn(page.shopStorage.token(), world.now)
        const { customer } = shopIn(page).context
        const [named, greeted] = [identity.is === 'customer' ? identity.customer : null, customer]
        return JSON.stringify(named) !== JSON.stringify(greeted) && `${greeted?.firstName} for ${named?.firstName}`
      }),
  },
  {
    name: 'S9',
    holds: 'The shop, and the machines that fill in customer data, have the session’s customer and account.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const { customer, account } = sessionIn(page).context
        const { context } = shopIn(page)
        if (customer?.customerId !== context.customer?.customerId) return 'the shop has another customer'
        return account?.info.customerId !== context.account?.info.customerId && 'the shop has another account'
      }),
  },
  {
    name: 'S10',
    holds: 'The account is that of the customer who is logged in.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const { customer, account } = sessionIn(page).context
        return (
          account !== null &&
          account.info.customerId !== customer?.customerId &&
          'the account belongs to another customer'
        )
      }),
  },
  {
    name: 'S11',
    holds: 'Only customers see the pages of the account.',
    when: 'atRest',
    check: world =>
      inEachTab(world, page => {
        const { value, context } = shopIn(page)
        const { shown, customer } = context
        // a page whose code could not be loaded is shown as an error instead of the page before
        return (
          value !== 'failed' &&
          shown !== null &&
          customer === null &&
          pages[pageOf(shown.pathname)].access === 'customers' &&
          shown.pathname
        )
      }),
  },
]
