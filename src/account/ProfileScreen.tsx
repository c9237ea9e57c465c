import { useMemo } from 'react'
import { personIn, profileErrors, type ProfileEvent } from '#machines/account/profile'
import type { ContactPerson } from '#contract/customer'
import { useActor, useSend, type SnapshotOf } from '../system/actors.tsx'
import { hasErrors, visibleErrors, type FieldErrors } from '#machines/parts/field-errors'
import { Form } from '../form/Form.tsx'
import { PersonFields } from '../form/PersonFields.tsx'
import { AccountFrameScreen } from '../layout/AccountFrameScreen.tsx'
import { AccountGateScreen } from './AccountGateScreen.tsx'
import { FormEnd } from './FormEnd.tsx'
import { pages } from '../layout/account-links.ts'
import { SaveFailure } from './SaveFailure.tsx'
import { Notice } from '../ui/Notice.tsx'

const isSubmittedIn = (snapshot: SnapshotOf<'profile'>): boolean => snapshot.matches({ form: 'submitted' })

const errorsIn = (snapshot: SnapshotOf<'profile'>): FieldErrors =>
  visibleErrors(profileErrors(snapshot.context), snapshot.context.touched, isSubmittedIn(snapshot), 'person.')

/** The page 'Edit Account Information'. */
export function ProfileScreen() {
  const isWrong = useActor('profile', snapshot =>
    hasErrors(errorsIn(snapshot), isSubmittedIn(snapshot), snapshot.context.refusal),
  )
  return (
    <AccountFrameScreen page={pages.edit} hasErrors={isWrong} narrow>
      <AccountGateScreen>
        {() => (
          <section className="panel">
            <ProfileForm />
          </section>
        )}
      </AccountGateScreen>
    </AccountFrameScreen>
  )
}

function ProfileForm() {
  const errors = useActor('profile', errorsIn)
  const refusal = useActor('profile', ({ context }) => context.refusal)
  const pendingEmail = useActor('profile', ({ context }) => context.pendingEmail)
  const isSubmitted = useActor('profile', isSubmittedIn)
  const isSaving = useActor('profile', snapshot => snapshot.matches('saving'))
  const send = useSend('profile')
  return (
    <Form tried={isSubmitted} errors={errors} busy={isSaving} onSubmit={() => send({ type: 'profile.submit' })}>
      {refusal && <SaveFailure refusal={refusal} />}
      {pendingEmail !== null && (
        <Notice role="status">{`We sent a link to ${pendingEmail}. Your email changes when you open it.`}</Notice>
      )}
      <div className="form">
        <ProfileFields errors={errors} />
      </div>
      <p className="small muted">
        If you change your email, we send a link to the new address. The change takes effect when you open it.
      </p>
      <FormEnd isSaving={isSaving} onCancel={() => send({ type: 'profile.cancel' })} />
    </Form>
  )
}

function ProfileFields({ errors }: { errors: FieldErrors }) {
  const person = useActor('profile', ({ context }) => personIn(context))
  const send = useSend('profile')
  const handlers = useMemo(() => personHandlers(send), [send])
  return <PersonFields form="person" values={person} errors={errors} {...handlers} />
}

const personHandlers = (send: (event: ProfileEvent) => void) => ({
  onType: (field: keyof ContactPerson, value: string) => send({ type: 'profile.typed', field, value }),
  onLeave: (field: keyof ContactPerson) => send({ type: 'profile.blurred', field }),
})
