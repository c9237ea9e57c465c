import { assign, setup } from 'xstate'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import type { Opening } from '../shop/opening.ts'
import {
  freshSecrets,
  handleOf,
  secretMistakes,
  withSecret,
  type SecretField,
  type Secrets,
  type TypedSecret,
} from './secrets.ts'
import { tellShop } from '../parts/tell-shop.ts'

export interface ResetContext {
  secrets: Secrets
  /** Fields that were left or typed in. */
  touched: SecretField[]
  /** Why the last try failed. */
  refusal: Refusal | null
}

export type ResetEvent =
  | Opening
  | { type: 'page.shown' }
  | ({ type: 'reset.typed' } & TypedSecret)
  | { type: 'reset.blurred'; field: SecretField }
  | { type: 'reset.submit' }

/** Where the vault keeps a password of the form. */
export const resetHandle = ({ secrets }: Pick<ResetContext, 'secrets'>, field: SecretField): string =>
  handleOf('reset', field, secrets)

/** What is wrong in the form. */
export const resetMistakes = ({ secrets }: Pick<ResetContext, 'secrets'>): Partial<Record<SecretField, string>> =>
  secretMistakes(secrets)

/**
 * Choosing a new password by a link that came by mail.
 *
 * - The link's token is in the vault alone; whether it is there is asked each time the page is opened.
 * - Without a token nothing can be typed: the link has to be opened again.
 * - A link that was used or has expired is said, and is not tried again.
 * - Any other failure keeps what was typed, and it can be sent again.
 */
export const resetMachine = setup({
  types: { context: {} as ResetContext, events: {} as ResetEvent, tags: {} as 'busy' },
  actors: {
    findToken: effect<null>('findToken'),
    resetPassword: effect<null, Record<SecretField, string>>('resetPassword'),
  },
  guards: {
    /** Neither password has a mistake. */
    isRight: ({ context }) => Object.keys(resetMistakes(context)).length === 0,
    /** The link was used already, or is too old. */
    isSpent: (_, refusal: Refusal) => refusal.status === 410,
  },
  actions: {
    empty: assign({ secrets: ({ context }) => freshSecrets(context.secrets.round + 1), touched: [] }),
    keepSecret: assign({ secrets: ({ context }, typed: TypedSecret) => withSecret(context.secrets, typed) }),
    touch: assign({
      touched: ({ context }, field: SecretField) => [...context.touched.filter(one => one !== field), field],
    }),
    forgetRefusal: assign({ refusal: null }),
    explain: assign({ refusal: (_, refusal: Refusal) => refusal }),
    tellReady: tellShop({ type: 'page.ready', page: 'reset' }),
  },
}).createMachine({
  id: 'reset',
  description: 'Choosing a new password by a link',
  context: { secrets: freshSecrets(), touched: [], refusal: null },
  initial: 'unopened',
  on: {
    'page.open': { target: '.finding', actions: 'empty' },
    'reset.typed': {
      actions: [
        { type: 'keepSecret', params: ({ event: { field, mistake, match } }) => ({ field, mistake, match }) },
        { type: 'touch', params: ({ event }) => event.field },
      ],
    },
    'reset.blurred': { actions: { type: 'touch', params: ({ event }) => event.field } },
  },
  states: {
    unopened: { description: 'The page was not asked for yet' },
    finding: {
      description: "Is the link's token here?",
      tags: 'busy',
      invoke: {
        id: 'findToken',
        src: 'findToken',
        onDone: { target: 'choosing', actions: ['forgetRefusal', 'tellReady'] },
        onError: { target: 'linkless', actions: 'tellReady' },
      },
    },
    linkless: { description: 'The token is not here, or not any more: the link has to be opened again' },
    choosing: {
      description: 'The new password is being typed',
      initial: 'untried',
      on: {
        'reset.submit': [{ guard: 'isRight', target: 'changing', actions: 'forgetRefusal' }, { target: '.tried' }],
      },
      states: {
        untried: { description: 'Mistakes show in fields that were left or typed in' },
        tried: { description: 'A submit was tried: all mistakes show' },
      },
    },
    changing: {
      description: 'The new password is on its way',
      tags: 'busy',
      on: { 'page.open': { actions: 'tellReady' } },
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({
          password: resetHandle(context, 'password'),
          confirmPassword: resetHandle(context, 'confirmPassword'),
        }),
        onDone: { target: 'changed', actions: 'empty' },
        onError: [
          {
            guard: { type: 'isSpent', params: ({ event }) => refusalIn(event.error) },
            target: 'spent',
            actions: ['empty', { type: 'explain', params: ({ event }) => refusalIn(event.error) }],
          },
          { target: 'choosing.tried', actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) } },
        ],
      },
    },
    spent: { description: 'The link was used, or is too old' },
    changed: { description: 'The password is the new one' },
  },
})
