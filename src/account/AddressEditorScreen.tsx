import { useMemo } from 'react'
import { editedAddressErrors, addressFormOf, type AddressesEvent } from '#machines/account/addresses-setup'
import { useActor, useSend, type SnapshotOf } from '../system/actors.tsx'
import type { AddressHandlers } from '../address/address-handlers.ts'
import { conflictsIn, type SuggestedSuburb } from '#contract/conflict'
import { AddressForm } from '../address/AddressForm.tsx'
import { SuburbButtons } from '../address/SuburbButtons.tsx'
import { usePlaces } from '../address/use-places.ts'
import { visibleErrors, type FieldErrors } from '#machines/parts/field-errors'
import { Form } from '../form/Form.tsx'
import { FormEnd } from './FormEnd.tsx'
import { SaveFailure } from './SaveFailure.tsx'

interface Props {
  /** The suburb is chosen from a list, because the store delivers to certain areas only. */
  limited?: boolean
  onCancel: () => void
  /** Cancelling stays on the page, which then shows its list. */
  staying?: boolean
}

const isSubmittedIn = (snapshot: SnapshotOf<'addresses'>): boolean => snapshot.matches({ form: 'submitted' })

function errorsIn(snapshot: SnapshotOf<'addresses'>): FieldErrors {
  const { page, drafts } = snapshot.context
  return visibleErrors(editedAddressErrors(snapshot.context), drafts[page].touched, isSubmittedIn(snapshot), `${page}.`)
}

/** The form of the address that is edited or added. */
export function AddressEditorScreen({ limited = false, onCancel, staying = false }: Props) {
  const errors = useActor('addresses', errorsIn)
  const isSubmitted = useActor('addresses', isSubmittedIn)
  const isSaving = useActor('addresses', snapshot => snapshot.hasTag('busy'))
  const refusal = useActor('addresses', ({ context: { refused, page } }) =>
    refused?.page === page ? refused.refusal : null,
  )
  const suggestions = conflictsIn(refusal).flatMap(conflict => conflict.suggestions ?? [])
  const send = useSend('addresses')
  return (
    <Form tried={isSubmitted} errors={errors} busy={isSaving} onSubmit={() => send({ type: 'addresses.submit' })}>
      {refusal && (
        <SaveFailure refusal={refusal} unsure="Please check whether the address was saved before trying again." />
      )}
      {suggestions.length > 0 && (
        <div className="row">
          <SuburbButtons {...{ suggestions, onUse: suburb => correctionEvents(suburb).forEach(send) }} />
        </div>
      )}
      <EditedAddress errors={errors} limited={limited} />
      <FormEnd isSaving={isSaving} onCancel={onCancel} staying={staying} />
    </Form>
  )
}

function EditedAddress({ errors, limited }: { errors: FieldErrors; limited: boolean }) {
  const page = useActor('addresses', ({ context }) => context.page)
  const values = useActor('addresses', ({ context }) => addressFormOf(context))
  const places = usePlaces('addressPlaces')
  const send = useSend('addresses')
  const handlers = useMemo(() => addressHandlers(send), [send])
  return (
    <AddressForm
      form={page}
      group={page === 'delivery' ? 'shipping' : undefined}
      values={values}
      errors={errors}
      places={places}
      limited={limited}
      handlers={handlers}
    />
  )
}

/** The events that put a suggested suburb into the form and save the address. */
const correctionEvents = ({ name, postCode, regionId, regionName }: SuggestedSuburb): AddressesEvent[] => [
  ...(typeof regionId === 'number' && regionName
    ? [{ type: 'addresses.chooseRegion' as const, id: regionId, name: regionName }]
    : []),
  { type: 'addresses.typed', field: 'city', value: name },
  { type: 'addresses.typed', field: 'postCode', value: postCode },
  { type: 'addresses.submit' },
]

const addressHandlers = (send: (event: AddressesEvent) => void): AddressHandlers => ({
  onType: (field, value) => send({ type: 'addresses.typed', field, value }),
  onLeave: field => send({ type: 'addresses.blurred', field }),
  onChooseCountry: (id, name) => send({ type: 'addresses.chooseCountry', id, name }),
  onChooseRegion: (id, name) => send({ type: 'addresses.chooseRegion', id, name }),
  onRetry: () => send({ type: 'addresses.retry' }),
})
