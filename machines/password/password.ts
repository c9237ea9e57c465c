import { assign, setup } from 'xstate'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import type { Move } from '../shop/location.ts'
import type { Opening } from '../shop/opening.ts'
import type { Renewal } from '../account/profile.ts'
import { freshSecrets, handleOf, secretMistakes, withSecret, type Secrets, type TypedSecret } from './secrets.ts'
import { tellShop } from '../parts/tell-shop.ts'

/** The fields of the form, in their order. */
export const passwordFields = ['currentPassword', 'password', 'confirmPassword'] as const
export type PasswordField = (typeof passwordFields)[number]

export interface PasswordContext {
  /** The new password, twice; never itself. */
  secrets: Secrets
  /** What is wrong with the current password as it stands in the vault. */
  currentMistake: string | null
  /** Fields that were left or typed in. */
  touched: PasswordField[]
  /** Why the last try was refused. */
  refusal: Refusal | null
}

export type PasswordEvent =
  | Opening
  | { type: 'page.shown' }
  | ({ type: 'password.typed' } & TypedSecret)
  | { type: 'password.typedCurrent'; mistake: string | null }
  | { type: 'password.blurred'; field: PasswordField }
  | { type: 'password.submit' }

/** Said where the current password is missing. */
export const noCurrentPassword = 'Current password is required'

/** Where the vault keeps what is typed in a field. */
export const passwordHandle = ({ secrets }: Pick<PasswordContext, 'secrets'>, field: PasswordField): string =>
  handleOf('password', field, secrets)

/** What is wrong in the form. */
export const passwordMistakes = ({
  secrets,
  currentMistake,
}: PasswordContext): Partial<Record<PasswordField, string>> => ({
  ...(currentMistake !== null && { currentPassword: currentMistake }),
  ...secretMistakes(secrets),
})

/** Handles of what is sent. */
export type PasswordHandles = Record<PasswordField, string>

const handlesOf = (context: PasswordContext): PasswordHandles => ({
  currentPassword: passwordHandle(context, 'currentPassword'),
  password: passwordHandle(context, 'password'),
  confirmPassword: passwordHandle(context, 'confirmPassword'),
})

/**
 * Changing the password.
 *
 * - What is typed is in the vault, and is gone when the page is opened or loaded again, and once it is changed.
 * - One change is under way at a time; one that is refused leaves the fields as they are.
 * - The renewed token's claims are told to the session.
 */
export const passwordMachine = setup({
  types: { context: {} as PasswordContext, events: {} as PasswordEvent, tags: {} as 'busy' },
  actors: { changePassword: effect<Renewal, PasswordHandles>('changePassword') },
  guards: {
    /** None of the three passwords has a mistake. */
    isRight: ({ context }) => Object.keys(passwordMistakes(context)).length === 0,
  },
  actions: {
    empty: assign({
      secrets: ({ context }) => freshSecrets(context.secrets.round + 1),
      currentMistake: noCurrentPassword,
      touched: [],
    }),
    keepSecret: assign({ secrets: ({ context }, typed: TypedSecret) => withSecret(context.secrets, typed) }),
    keepCurrent: assign({ currentMistake: (_, mistake: string | null) => mistake }),
    touch: assign({
      touched: ({ context }, field: PasswordField) => [...context.touched.filter(one => one !== field), field],
    }),
    forgetRefusal: assign({ refusal: null }),
    /** Over a reload it stays: what became of the change is still worth knowing. */
    forgetOldRefusal: assign({
      refusal: ({ context }, move: Move) => (move === 'POP' ? context.refusal : null),
    }),
    explain: assign({ refusal: (_, refusal: Refusal) => refusal }),
    tellRenewed: tellShop((_, renewal: Renewal) => ({ type: 'session.renewed', ...renewal })),
    celebrate: tellShop({
      type: 'toast.raised',
      toast: { kind: 'success', text: 'Success: Your password has been changed.' },
    }),
    tellReady: tellShop({ type: 'page.ready', page: 'password' }),
  },
}).createMachine({
  id: 'password',
  description: 'Changing the password',
  context: { secrets: freshSecrets(), currentMistake: noCurrentPassword, touched: [], refusal: null },
  initial: 'filling',
  on: {
    // what is typed while an answer is waited for is the vault's already: the chart must know, since the try may fail
    'password.typed': {
      actions: [
        { type: 'keepSecret', params: ({ event }) => event },
        { type: 'touch', params: ({ event }) => event.field },
      ],
    },
    'password.typedCurrent': {
      actions: [
        { type: 'keepCurrent', params: ({ event }) => event.mistake },
        { type: 'touch', params: 'currentPassword' },
      ],
    },
    'password.blurred': { actions: { type: 'touch', params: ({ event }) => event.field } },
  },
  states: {
    filling: {
      description: 'The fields are being filled in',
      initial: 'untried',
      on: {
        'page.open': {
          target: '.untried',
          actions: ['empty', { type: 'forgetOldRefusal', params: ({ event }) => event.move }, 'tellReady'],
        },
        'password.submit': [
          { guard: 'isRight', target: 'saving', actions: 'forgetRefusal' },
          { target: '.tried', actions: 'forgetRefusal' },
        ],
      },
      states: {
        untried: { description: 'Mistakes are said of fields that were touched' },
        tried: { description: "'Save' was tried: all mistakes are said" },
      },
    },
    saving: {
      description: 'The gateway is told',
      tags: 'busy',
      on: { 'page.open': { actions: 'tellReady' } },
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context }) => handlesOf(context),
        onDone: {
          target: 'filling',
          actions: ['empty', { type: 'tellRenewed', params: ({ event }) => event.output }, 'celebrate'],
        },
        onError: { target: 'filling', actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) } },
      },
    },
  },
})
