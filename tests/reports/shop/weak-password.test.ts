import { describe, expect, test } from 'vitest'
import { passwordMachine } from '#machines/password/password'
import { resetMachine } from '#machines/password/reset'
import { weakPassword } from '#machines/password/secrets'
import { registrationMachine } from '#machines/registration/registration'
import { refusedPasswordErrors } from '#src/password/refused-passwords.ts'
import { initialCheckpoint } from '#machines/journal/resume'
import { createActor, type AnyStateMachine } from 'xstate'
import { refused, lost } from '../../kit/outcomes.ts'

const weak = { ...refused, status: 422, message: 'This password is too easy to guess. Please choose another.' }

/** The machine of a form whose last submission was refused. */
function refusedForm(machine: AnyStateMachine, refusal: typeof refused) {
  const { snapshot } = initialCheckpoint(machine as never, 0)
  const { context } = snapshot as unknown as { context: object }
  const actor = createActor(machine, {
    snapshot: { ...(snapshot as object), context: { ...context, refusal } } as never,
  }).start()
  return { actor, refusal: () => (actor.getSnapshot() as { context: { refusal: object | null } }).context.refusal }
}

const forms: [name: string, machine: AnyStateMachine, event: string][] = [
  ['the registration', registrationMachine, 'registration.typedSecret'],
  ['changing the password', passwordMachine, 'password.typed'],
  ['a reset link', resetMachine, 'reset.typed'],
]

describe('review serious-10: a refusal that outlives its cause', () => {
  test('a password that is too easy to guess is the error of its field', () => {
    expect(refusedPasswordErrors(weak)).toEqual({ password: weak.message })
    expect(refusedPasswordErrors(null)).toEqual({})
    expect(weakPassword(refused)).toBeNull()
    expect(weakPassword({ ...lost, status: 422 })).toBeNull()
  })

  test.each(forms)('in %s it is gone once another password is typed', (_, machine, event) => {
    const form = refusedForm(machine, weak)
    form.actor.send({ type: event, field: 'password', error: null, match: 'different' })
    expect(form.refusal()).toBeNull()
  })

  test.each(forms)('in %s another refusal stays while a password is typed', (_, machine, event) => {
    const form = refusedForm(machine, refused)
    form.actor.send({ type: event, field: 'password', error: null, match: 'different' })
    expect(form.refusal()).toEqual(refused)
  })
})
