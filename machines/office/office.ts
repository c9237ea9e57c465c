import { assign, emit, raise, sendTo, setup } from 'xstate'
import type { OfficeSession } from '#contract/office'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import { officeArrivalsMachine } from './office-arrivals.ts'
import { officeBoardMachine } from './office-board.ts'
import { officeChangesMachine } from './office-changes.ts'
import { officeFiguresMachine } from './office-figures.ts'
import { officeGoodsMachine } from './office-goods.ts'
import { officeImportMachine } from './office-import.ts'
import { officeLoginMachine } from './office-login.ts'
import { officeOrderMachine } from './office-order.ts'
import { officeProductMachine } from './office-product.ts'
import { officeSettingMachine } from './office-setting.ts'
import { officeSettingsMachine } from './office-settings.ts'
import { sectionPath, settingsPath, settingsPlaceIn } from './settings-paths.ts'

/** The paths of the office. */
export const officePaths = {
  login: '/office/login',
  board: '/office',
  goods: '/office/goods',
  changes: '/office/changes',
  settings: settingsPath,
  import: '/office/import',
  figures: '/office/figures',
} as const

/** The path of an order. */
export const orderPath = (number: string): string => `${officePaths.board}/orders/${number}`

/** The number in the path of an order; null for another path. */
const orderNumberIn = (path: string): string | null => /^\/office\/orders\/(\d{1,12})$/.exec(path)?.[1] ?? null

/** The path of a product. */
export const productPath = (productId: number): string => `${officePaths.goods}/${productId}`

/** The id in the path of a product; null for another path. */
const productIdIn = (path: string): string | null => /^\/office\/goods\/(\d{1,9})$/.exec(path)?.[1] ?? null

/** The path of the section of the setting that is shown. */
const sectionPathOf = ({ path }: { path: string }): string => sectionPath(settingsPlaceIn(path)!.section)
/** Whether a person can see the board. The path of the login leads to it. */
const isBoardSeen = ({ path, isVisible }: OfficeContext): boolean =>
  isVisible && (path === officePaths.board || path === officePaths.login)

/** Milliseconds between two checks of whether the login is still valid. */
const checkPause = 60_000

export interface OfficeContext {
  session: OfficeSession | null
  /** The path of the page. */
  path: string
  /** Whether the window is visible: a person can see the page. */
  isVisible: boolean
  /** Why the person has to log in again: the login has ended by itself. */
  hasExpired: boolean
}

export type OfficeEvent =
  | { type: 'location.changed'; path: string }
  /** The window was hidden or shown. */
  | { type: 'visibility.changed'; isVisible: boolean }
  | { type: 'session.logOut' }
  /** A call was refused, because the login has ended. */
  | { type: 'session.expired' }
  | { type: 'office.retry' }

/** Asks the browser to show another path. */
export interface OfficeNavigation {
  type: 'go'
  to: string
}

/**
 * The office: who is logged in, and at which path.
 *
 * - Without a login every path shows the login; after it the path that was asked for is shown.
 * - A link to the page that is shown changes nothing.
 * - The login is checked each minute without counting as use, so that an unused page is logged out and its data is removed.
 * - A check that is not answered changes nothing; the next one follows.
 * - A logout that is not answered ends the login on this page anyway.
 */
export const officeMachine = setup({
  types: {
    context: {} as OfficeContext,
    events: {} as OfficeEvent,
    emitted: {} as OfficeNavigation,
    tags: {} as 'busy',
  },
  actors: {
    readSession: effect<OfficeSession>('readSession'),
    checkSession: effect<OfficeSession>('checkSession'),
    logOut: effect<null>('logOut'),
    officeLogin: officeLoginMachine,
    officeArrivals: officeArrivalsMachine,
    officeBoard: officeBoardMachine,
    officeOrder: officeOrderMachine,
    officeChanges: officeChangesMachine,
    officeGoods: officeGoodsMachine,
    officeProduct: officeProductMachine,
    officeSettings: officeSettingsMachine,
    officeSetting: officeSettingMachine,
    officeImport: officeImportMachine,
    officeFigures: officeFiguresMachine,
  },
  guards: {
    /** The login is complete. */
    isOpen: (_, session: OfficeSession) => session.step === 'open',
    /** The gateway says that there is no login. */
    isLoggedOut: (_, refusal: Refusal) =>
      refusal.code === 'refused' && (refusal.status === 401 || refusal.status === 403),
    /** Another path than that of the page. */
    isOtherPath: ({ context }, path: string) => path !== context.path,
    /** The path is the login's. */
    isAtLogin: ({ context }) => context.path === officePaths.login,
    /** The path is the board's. */
    isAtBoard: ({ context }) => context.path === officePaths.board,
    /** The path is an order's. */
    isAtOrder: ({ context }) => orderNumberIn(context.path) !== null,
    /** The path is that of the goods. */
    isAtGoods: ({ context }) => context.path === officePaths.goods,
    /** The path is a product's. */
    isAtProduct: ({ context }) => productIdIn(context.path) !== null,
    /** The path is that of the changes, which only owners see. */
    isAtChanges: ({ context }) => context.path === officePaths.changes && context.session?.role === 'owner',
    /** The path is that of settings, which only owners change. */
    isAtSettings: ({ context }) => settingsPlaceIn(context.path)?.key === null && context.session?.role === 'owner',
    /** The path is a setting's. */
    isAtSetting: ({ context }) =>
      typeof settingsPlaceIn(context.path)?.key === 'string' && context.session?.role === 'owner',
    /** The path is that of the import, which only owners see. */
    isAtImport: ({ context }) => context.path === officePaths.import && context.session?.role === 'owner',
    /** The path is that of the figures, which only owners see. */
    isAtFigures: ({ context }) => context.path === officePaths.figures && context.session?.role === 'owner',
  },
  actions: {
    storePath: assign({ path: (_, path: string) => path }),
    storeVisibility: assign({ isVisible: (_, isVisible: boolean) => isVisible }),
    tellArrivals: sendTo('officeArrivals', ({ context }) => ({
      type: 'arrivals.watch' as const,
      isBoardSeen: isBoardSeen(context),
    })),
    storeSession: assign({ session: (_, session: OfficeSession) => session, hasExpired: false }),
    clearSession: assign({ session: null }),
    endLogin: raise({ type: 'session.expired' }),
    noteExpiry: assign({ session: null, hasExpired: true }),
    forgetExpiry: assign({ session: null, hasExpired: false }),
    showBoard: emit({ type: 'go', to: officePaths.board }),
    showSection: emit(({ context }) => ({ type: 'go', to: sectionPathOf(context) }) as const),
    storeSectionPath: assign({ path: ({ context }) => sectionPathOf(context) }),
  },
  delays: { checkPause },
}).createMachine({
  id: 'office',
  description: 'The office: who is logged in, and at which path',
  context: { session: null, path: officePaths.board, isVisible: true, hasExpired: false },
  initial: 'starting',
  on: {
    'location.changed': { actions: { type: 'storePath', params: ({ event }) => event.path } },
    'visibility.changed': { actions: { type: 'storeVisibility', params: ({ event }) => event.isVisible } },
  },
  states: {
    starting: {
      description: 'Asks the gateway who is logged in',
      tags: 'busy',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          {
            guard: { type: 'isOpen', params: ({ event }) => event.output },
            target: 'loggedIn',
            actions: { type: 'storeSession', params: ({ event }) => event.output },
          },
          { target: 'loggingIn', actions: { type: 'storeSession', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isLoggedOut', params: ({ event }) => refusalIn(event.error) },
            target: 'loggingIn',
            actions: 'clearSession',
          },
          { target: 'unreachable' },
        ],
      },
    },
    unreachable: {
      description: 'The gateway could not be asked',
      on: { 'office.retry': 'starting' },
    },
    loggingIn: {
      description: 'The login is shown',
      tags: 'busy',
      invoke: {
        id: 'officeLogin',
        src: 'officeLogin',
        input: ({ context }) => ({ session: context.session }),
        onDone: {
          target: 'loggedIn',
          actions: { type: 'storeSession', params: ({ event }) => event.output },
        },
      },
    },
    loggedIn: {
      description: 'The office is in use',
      type: 'parallel',
      states: {
        session: {
          description: 'Whether the login is still valid',
          on: {
            'session.expired': { target: '#office.loggingIn', actions: 'noteExpiry' },
            'session.logOut': '#office.loggingOut',
          },
          initial: 'waiting',
          states: {
            waiting: { description: 'Until the next check', after: { checkPause: 'checking' } },
            checking: {
              description: 'Asks the gateway whether the login is still valid',
              tags: 'busy',
              invoke: {
                id: 'checkSession',
                src: 'checkSession',
                onDone: { target: 'waiting', actions: { type: 'storeSession', params: ({ event }) => event.output } },
                onError: [
                  {
                    guard: { type: 'isLoggedOut', params: ({ event }) => refusalIn(event.error) },
                    actions: 'endLogin',
                  },
                  { target: 'waiting' },
                ],
              },
            },
          },
        },
        page: {
          description: 'The page of the path',
          initial: 'routing',
          on: {
            'location.changed': {
              guard: { type: 'isOtherPath', params: ({ event }) => event.path },
              target: '.routing',
              actions: { type: 'storePath', params: ({ event }) => event.path },
            },
          },
          states: {
            routing: {
              description: 'Which page the path has',
              always: [
                {
                  guard: 'isAtLogin',
                  target: 'board',
                  actions: ['showBoard', { type: 'storePath', params: officePaths.board }],
                },
                { guard: 'isAtBoard', target: 'board' },
                { guard: 'isAtOrder', target: 'order' },
                { guard: 'isAtGoods', target: 'goods' },
                { guard: 'isAtProduct', target: 'product' },
                { guard: 'isAtChanges', target: 'changes' },
                { guard: 'isAtSettings', target: 'settings' },
                { guard: 'isAtSetting', target: 'setting' },
                { guard: 'isAtImport', target: 'import' },
                { guard: 'isAtFigures', target: 'figures' },
                { target: 'notFound' },
              ],
            },
            board: {
              description: 'The board',
              tags: 'busy',
              invoke: { id: 'officeBoard', src: 'officeBoard' },
            },
            order: {
              description: 'An order',
              tags: 'busy',
              invoke: {
                id: 'officeOrder',
                src: 'officeOrder',
                input: ({ context }) => ({ number: orderNumberIn(context.path)! }),
              },
            },
            goods: {
              description: 'The goods',
              tags: 'busy',
              invoke: { id: 'officeGoods', src: 'officeGoods' },
            },
            product: {
              description: 'A product',
              tags: 'busy',
              invoke: {
                id: 'officeProduct',
                src: 'officeProduct',
                input: ({ context }) => ({ productId: productIdIn(context.path)! }),
              },
            },
            changes: {
              description: 'The list of changes',
              tags: 'busy',
              invoke: { id: 'officeChanges', src: 'officeChanges' },
            },
            settings: {
              description: 'The settings of a section',
              tags: 'busy',
              invoke: {
                id: 'officeSettings',
                src: 'officeSettings',
                input: ({ context }) => ({ section: settingsPlaceIn(context.path)!.section }),
              },
            },
            setting: {
              description: 'A setting',
              tags: 'busy',
              invoke: {
                id: 'officeSetting',
                src: 'officeSetting',
                input: ({ context }) => {
                  const { section, key } = settingsPlaceIn(context.path)!
                  return { section, key: key! }
                },
                onDone: { target: 'routing', actions: ['showSection', 'storeSectionPath'] },
              },
            },
            import: {
              description: 'All goods in a file',
              tags: 'busy',
              invoke: { id: 'officeImport', src: 'officeImport' },
            },
            figures: {
              description: 'The figures of a day or a week',
              tags: 'busy',
              invoke: { id: 'officeFigures', src: 'officeFigures' },
            },
            notFound: { description: 'The path has no page' },
          },
        },
        arrivals: {
          description: 'Orders that arrive, on every page',
          tags: 'busy',
          invoke: {
            id: 'officeArrivals',
            src: 'officeArrivals',
            input: ({ context }) => ({ isBoardSeen: isBoardSeen(context) }),
          },
          on: {
            // the region of the page stores the path before
            'location.changed': { actions: 'tellArrivals' },
            'visibility.changed': {
              actions: [{ type: 'storeVisibility', params: ({ event }) => event.isVisible }, 'tellArrivals'],
            },
          },
        },
      },
    },
    loggingOut: {
      description: 'The gateway ends the login',
      tags: 'busy',
      invoke: {
        id: 'logOut',
        src: 'logOut',
        onDone: { target: 'loggingIn', actions: 'forgetExpiry' },
        onError: { target: 'loggingIn', actions: 'forgetExpiry' },
      },
    },
  },
})
