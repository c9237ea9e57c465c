import { assign, setup } from 'xstate'
import { refusalIn, type Refusal } from '#contract/refusal'
import { mistakesOf, type Mistakes } from '../address/address-form.ts'
import type { Opening } from '../shop/opening.ts'
import { tellShop } from '../parts/tell-shop.ts'

export interface LoginContext {
  email: string
  /** What is wrong with the password as it stands in the vault; never the password. */
  passwordMistake: string | null
  /** Which time the password's field stands empty: its handle in the vault follows from it. */
  round: number
  /** Fields that were left or typed in. */
  touched: LoginField[]
  /** Why the last try was refused. */
  refusal: Refusal | null
  /** The query of the address, which says where the login leads back to. */
  search: string
}
export type LoginField = 'email' | 'password'

export type LoginEvent =
  | Opening
  | { type: 'page.shown' }
  | { type: 'login.typed'; value: string }
  | { type: 'login.typedPassword'; mistake: string | null }
  | { type: 'login.blurred'; field: LoginField }
  | { type: 'login.submit' }
  | { type: 'login.refused'; refusal: Refusal }

const noPassword = 'Password is required'

/** Where the vault keeps the password that is typed. */
export const loginHandle = ({ round }: Pick<LoginContext, 'round'>): string => `login/password/${round}`

/** What is wrong in the form. */
export const loginMistakes = ({ email, passwordMistake }: LoginContext): Mistakes => ({
  ...mistakesOf({ email }),
  ...(passwordMistake !== null && { password: passwordMistake }),
})

/**
 * The form of the login; the session's chart does the rest.
 *
 * - A refusal keeps the e-mail, as it stands by then, and empties the password.
 * - The password is in the vault, and is gone when the page is left or loaded again.
 */
export const loginMachine = setup({
  types: { context: {} as LoginContext, events: {} as LoginEvent, tags: {} as 'busy' },
  guards: {
    /** Neither the e-mail address nor the password has a mistake. */
    isRight: ({ context }) => Object.keys(loginMistakes(context)).length === 0,
  },
  actions: {
    open: assign({
      search: (_, { location }: Opening) => location.search,
      passwordMistake: noPassword,
      round: ({ context }) => context.round + 1,
      touched: [],
      refusal: null,
    }),
    keepEmail: assign({ email: (_, email: string) => email }),
    keepMistake: assign({ passwordMistake: (_, mistake: string | null) => mistake }),
    touch: assign({
      touched: ({ context }, field: LoginField) => [...context.touched.filter(one => one !== field), field],
    }),
    touchAll: assign({ touched: ['email', 'password'] }),
    refuse: assign({
      refusal: (_, refusal: Refusal) => refusal,
      passwordMistake: noPassword,
      round: ({ context }) => context.round + 1,
      touched: [],
    }),
    askSession: tellShop(({ context }) => ({
      type: 'session.logIn',
      email: context.email.trim(),
      password: loginHandle(context),
    })),
    tellReady: tellShop({ type: 'page.ready', page: 'login' }),
  },
}).createMachine({
  id: 'login',
  description: 'The form of the login',
  context: { email: '', passwordMistake: noPassword, round: 0, touched: [], refusal: null, search: '' },
  initial: 'ready',
  on: {
    'page.open': { target: '.ready', actions: [{ type: 'open', params: ({ event }) => event }, 'tellReady'] },
    'login.refused': {
      target: '.ready',
      actions: { type: 'refuse', params: ({ event }) => refusalIn(event.refusal) },
    },
    // what is typed while an answer is waited for is kept, too: the try may fail
    'login.typed': {
      actions: [
        { type: 'keepEmail', params: ({ event }) => event.value },
        { type: 'touch', params: 'email' },
      ],
    },
    'login.typedPassword': {
      actions: [
        { type: 'keepMistake', params: ({ event }) => event.mistake },
        { type: 'touch', params: 'password' },
      ],
    },
    'login.blurred': { actions: { type: 'touch', params: ({ event }) => event.field } },
  },
  states: {
    ready: {
      description: 'E-mail and password are being typed',
      on: {
        'login.submit': [{ guard: 'isRight', target: 'waiting', actions: 'askSession' }, { actions: 'touchAll' }],
      },
    },
    waiting: { description: 'The session looks at both; where they are right, the page is left', tags: 'busy' },
  },
})
