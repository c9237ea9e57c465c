import { addressesMistakes, addressFormOf, type AddressesEvent } from '#machines/account/addresses'
import { useActor, useSend } from '../system/actors.tsx'
import type { AddressActs } from '../form/form-actions.ts'
import { AddressForm } from '../address/AddressForm.tsx'
import { Form } from '../form/Form.tsx'
import { FormEnd } from './FormEnd.tsx'
import { Refused } from './Refused.tsx'
import { saidMistakes } from './visible-errors.ts'

interface Props {
  /** Deliveries go to certain areas only: the suburb is one of a list. */
  limited?: boolean
  onCancel: () => void
  /** Taking it back leads to what the page shows otherwise. */
  staying?: boolean
}

/** The form of the address that is edited or added. */
export function AddressEditorScreen({ limited = false, onCancel, staying = false }: Props) {
  const context = useActor('addresses', snapshot => snapshot.context)
  const isTried = useActor('addresses', snapshot => snapshot.matches({ filling: 'tried' }))
  const isSaving = useActor('addresses', snapshot => snapshot.hasTag('busy'))
  const { countries, regions, suburbs } = useActor('addressPlaces', snapshot => snapshot.context)
  const states = useActor('addressPlaces', ({ value }) => value)
  const send = useSend('addresses')
  const { page, drafts, refused } = context
  const mistakes = saidMistakes(page, addressesMistakes(context), drafts[page].touched, isTried)
  return (
    <Form tried={isTried} mistakes={mistakes} busy={isSaving} onSubmit={() => send({ type: 'addresses.submit' })}>
      {refused?.page === page && (
        <Refused
          refusal={refused.refusal}
          unsure="Please look whether your address is there already before you save it again."
        />
      )}
      <AddressForm
        form={page}
        group={page === 'delivery' ? 'shipping' : undefined}
        values={addressFormOf(context)}
        mistakes={mistakes}
        places={{ countries, regions, suburbs, states }}
        limited={limited}
        acts={addressActs(send)}
      />
      <FormEnd isSaving={isSaving} onCancel={onCancel} staying={staying} />
    </Form>
  )
}

/** What the address form tells the chart of the addresses. */
const addressActs = (send: (event: AddressesEvent) => void): AddressActs => ({
  onType: (field, value) => send({ type: 'addresses.typed', field, value }),
  onLeave: field => send({ type: 'addresses.left', field }),
  onChooseCountry: (id, name) => send({ type: 'addresses.chooseCountry', id, name }),
  onChooseRegion: (id, name) => send({ type: 'addresses.chooseRegion', id, name }),
  onRetry: () => send({ type: 'addresses.retry' }),
})
