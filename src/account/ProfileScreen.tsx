import { personIn, profileMistakes } from '#machines/account/profile'
import { useActor, useSend } from '../system/actors.tsx'
import { hasErrors, visibleErrors } from '../form/field-errors.ts'
import { Form } from '../form/Form.tsx'
import { PersonFields } from '../form/PersonFields.tsx'
import { AccountFrameScreen } from './AccountFrameScreen.tsx'
import { AccountGateScreen } from './AccountGateScreen.tsx'
import { FormEnd } from './FormEnd.tsx'
import { pages } from './account-links.ts'
import { Refused } from './Refused.tsx'

/** The page 'Edit Account Information'. */
export function ProfileScreen() {
  const context = useActor('profile', snapshot => snapshot.context)
  const isTried = useActor('profile', snapshot => snapshot.matches({ filling: 'tried' }))
  const isSaving = useActor('profile', snapshot => snapshot.matches('saving'))
  const send = useSend('profile')
  const { touched, refusal } = context
  const errors = visibleErrors(profileMistakes(context), touched, isTried, 'person.')
  return (
    <AccountFrameScreen page={pages.edit} hasErrors={hasErrors(errors, isTried, refusal)} narrow>
      <AccountGateScreen>
        {() => (
          <section className="panel">
            <Form tried={isTried} errors={errors} busy={isSaving} onSubmit={() => send({ type: 'profile.submit' })}>
              {refusal && <Refused refusal={refusal} />}
              <div className="form">
                <PersonFields
                  form="person"
                  values={personIn(context)}
                  errors={errors}
                  onType={(field, value) => send({ type: 'profile.typed', field, value })}
                  onLeave={field => send({ type: 'profile.blurred', field })}
                />
              </div>
              <FormEnd isSaving={isSaving} onCancel={() => send({ type: 'profile.cancel' })} />
            </Form>
          </section>
        )}
      </AccountGateScreen>
    </AccountFrameScreen>
  )
}
