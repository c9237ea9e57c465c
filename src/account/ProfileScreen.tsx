import { personIn, profileMistakes } from '#machines/account/profile'
import { useActor, useSend } from '../system/actors.tsx'
import { Form } from '../form/Form.tsx'
import { PersonFields } from '../form/PersonFields.tsx'
import { AccountFrameScreen } from './AccountFrameScreen.tsx'
import { AccountGateScreen } from './AccountGateScreen.tsx'
import { FormEnd } from './FormEnd.tsx'
import { pages } from './account-links.ts'
import { Refused } from './Refused.tsx'
import { hasErrors, saidMistakes } from './visible-errors.ts'

/** The page 'Edit Account Information'. */
export function ProfileScreen() {
  const context = useActor('profile', snapshot => snapshot.context)
  const isTried = useActor('profile', snapshot => snapshot.matches({ filling: 'tried' }))
  const isSaving = useActor('profile', snapshot => snapshot.matches('saving'))
  const send = useSend('profile')
  const { touched, refusal } = context
  const mistakes = saidMistakes('person', profileMistakes(context), touched, isTried)
  return (
    <AccountFrameScreen page={pages.edit} hasErrors={hasErrors(mistakes, isTried, refusal)} narrow>
      <AccountGateScreen>
        {() => (
          <section className="panel">
            <Form tried={isTried} mistakes={mistakes} busy={isSaving} onSubmit={() => send({ type: 'profile.submit' })}>
              {refusal && <Refused refusal={refusal} />}
              <div className="form">
                <PersonFields
                  form="person"
                  values={personIn(context)}
                  mistakes={mistakes}
                  onType={(field, value) => send({ type: 'profile.typed', field, value })}
                  onLeave={field => send({ type: 'profile.left', field })}
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
