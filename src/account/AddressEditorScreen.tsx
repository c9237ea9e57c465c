import { addressesMistakes, addressFormOf, type AddressesEvent } from '#machines/account/addresses'
import { useActor, useSend } from '../system/actors.tsx'
import type { AddressHandlers } from '../address/address-handlers.ts'
import { AddressForm } from '../address/AddressForm.tsx'
import { visibleErrors } from '../form/field-errors.ts'
import { Form } from '../form/Form.tsx'
import { FormEnd } from './FormEnd.tsx'
import { Refused } from './Refused.tsx'

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
  const errors = visibleErrors(addressesMistakes(context), drafts[page].touched, isTried, `${page}.`)
  return (
    <Form tried={isTried} errors={errors} busy={isSaving} onSubmit={() => send({ type: 'addresses.submit' })}>
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
        errors={errors}
        places={{ countries, regions, suburbs, states }}
        limited={limited}
        handlers={addressHandlers(send)}
      />
      <FormEnd isSaving={isSaving} onCancel={onCancel} staying={staying} />
    </Form>
  )
}

/** What the address form tells the chart of the addresses. */
const addressHandlers = (send: (event: AddressesEvent) => void): AddressHandlers => ({
  onType: (field, value) => send({ type: 'addresses.typed', field, value }),
  onLeave: field => send({ type: 'addresses.blurred', field }),
  onChooseCountry: (id, name) => send({ type: 'addresses.chooseCountry', id, name }),
  onChooseRegion: (id, name) => send({ type: 'addresses.chooseRegion', id, name }),
  onRetry: () => send({ type: 'addresses.retry' }),
})
