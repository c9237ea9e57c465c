import { officeLoginSetup, passwordHandle, refusalOf, sentEmail } from './office-login-setup.ts'

/**
 * The login to the office: email and password, then what the gateway names as the next step.
 *
 * - A one-time password is replaced before anything else.
 * - An owner sets up the second factor once, and then sees the recovery codes; later logins ask for a code.
 * - A refusal keeps the email and clears passwords and codes.
 * - A login that has ended in the meantime starts again with email and password.
 * - Passwords are in the vault.
 */
export const officeLoginMachine = officeLoginSetup.createMachine({
  id: 'officeLogin',
  description: 'The login to the office',
  context: ({ input }) => ({
    email: '',
    isPasswordEmpty: true,
    round: 0,
    code: '',
    isSubmitted: false,
    refusal: null,
    session: input?.session ?? null,
    secondFactor: null,
    recoveryCodes: [],
  }),
  initial: 'routing',
  on: {
    // in every state: an answer can arrive while the person types
    'login.typedEmail': { actions: { type: 'storeEmail', params: ({ event }) => event.value } },
    'login.typedPassword': { actions: { type: 'storePassword', params: ({ event }) => event.isEmpty } },
    'login.typedCode': { actions: { type: 'storeCode', params: ({ event }) => event.value } },
  },
  states: {
    routing: {
      description: 'The step that the gateway has named',
      always: [
        { guard: { type: 'isAtStep', params: 'open' }, target: 'done' },
        { guard: { type: 'isAtStep', params: 'new-password' }, target: 'newPassword' },
        { guard: { type: 'isAtStep', params: 'set-up' }, target: 'settingUp' },
        { guard: { type: 'isAtStep', params: 'code' }, target: 'code' },
        { target: 'password' },
      ],
    },
    password: {
      description: 'Email and password are typed',
      on: { 'login.submit': [{ guard: 'isLoginComplete', target: 'loggingIn' }, { actions: 'showErrors' }] },
    },
    loggingIn: {
      description: 'The gateway checks email and password',
      tags: 'busy',
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context }) => ({ email: sentEmail(context), password: passwordHandle(context) }),
        onDone: { target: 'routing', actions: { type: 'storeSession', params: ({ event }) => event.output } },
        onError: { target: 'password', actions: { type: 'storeRefusal', params: refusalOf } },
      },
    },
    newPassword: {
      description: 'A password that replaces the one-time password is typed',
      on: { 'login.submit': [{ guard: 'hasPassword', target: 'replacing' }, { actions: 'showErrors' }] },
    },
    replacing: {
      description: 'The gateway stores the password',
      tags: 'busy',
      invoke: {
        id: 'replacePassword',
        src: 'replacePassword',
        input: ({ context }) => ({ password: passwordHandle(context) }),
        onDone: { target: 'routing', actions: { type: 'storeSession', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isLoggedOut', params: refusalOf },
            target: 'password',
            actions: { type: 'startAgain', params: refusalOf },
          },
          { target: 'newPassword', actions: { type: 'storeRefusal', params: refusalOf } },
        ],
      },
    },
    settingUp: {
      description: 'The secret of the second factor is read',
      tags: 'busy',
      invoke: {
        id: 'readSecondFactor',
        src: 'readSecondFactor',
        onDone: { target: 'setUp', actions: { type: 'storeSecondFactor', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isLoggedOut', params: refusalOf },
            target: 'password',
            actions: { type: 'startAgain', params: refusalOf },
          },
          { target: 'setUpUnreachable' },
        ],
      },
    },
    setUpUnreachable: {
      description: 'The secret could not be read',
      on: { 'login.retry': 'settingUp' },
    },
    setUp: {
      description: 'The secret is shown, and the first code is typed',
      on: { 'login.submit': [{ guard: 'hasCode', target: 'confirming' }, { actions: 'showErrors' }] },
    },
    confirming: {
      description: 'The gateway checks the first code',
      tags: 'busy',
      invoke: {
        id: 'confirmSecondFactor',
        src: 'confirmSecondFactor',
        input: ({ context }) => ({ code: context.code }),
        onDone: {
          target: 'recoveryCodes',
          actions: [
            { type: 'storeSession', params: ({ event }) => event.output },
            { type: 'storeRecoveryCodes', params: ({ event }) => event.output },
          ],
        },
        onError: [
          {
            guard: { type: 'isLoggedOut', params: refusalOf },
            target: 'password',
            actions: { type: 'startAgain', params: refusalOf },
          },
          { target: 'setUp', actions: { type: 'storeRefusal', params: refusalOf } },
        ],
      },
    },
    recoveryCodes: {
      description: 'The recovery codes are shown, once',
      on: { 'login.continue': 'done' },
    },
    code: {
      description: 'A code of the second factor is typed',
      on: { 'login.submit': [{ guard: 'hasCode', target: 'checking' }, { actions: 'showErrors' }] },
    },
    checking: {
      description: 'The gateway checks the code',
      tags: 'busy',
      invoke: {
        id: 'enterCode',
        src: 'enterCode',
        input: ({ context }) => ({ code: context.code }),
        onDone: { target: 'routing', actions: { type: 'storeSession', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isLoggedOut', params: refusalOf },
            target: 'password',
            actions: { type: 'startAgain', params: refusalOf },
          },
          { target: 'code', actions: { type: 'storeRefusal', params: refusalOf } },
        ],
      },
    },
    done: { type: 'final', description: 'The login is complete' },
  },
  output: ({ context }) => context.session!,
})
