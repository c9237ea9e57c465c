import { useMemo, type MouseEvent } from 'react'
import type { DeliveryMethod } from '#contract/delivery'
import { formatFee } from '#contract/fee-text'
import { isTransient, type Refusal } from '#contract/refusal'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/context'
import {
  feeRefusalOf,
  deliveryFormOf,
  isOutsideArea,
  methodOf,
  outsideAreaMessage,
  suggestedSuburbs,
} from '#machines/checkout/order-rules'
import {
  defaultSavedId,
  isFeeAskable,
  methodFee,
  offeredMethods,
  otherSavedAddresses,
  visibleStepErrors,
} from '#machines/checkout/selectors'
import { AddressForm } from '../address/AddressForm.tsx'
import { usePlaces } from '../address/use-places.ts'
import { addressLines } from '../orders/order-text.ts'
import { store } from '../store/store.ts'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { addressEditing, addressHandlers, correctionEvents } from './address-actions.ts'
import { focusStep } from './Changes.tsx'
import { FeeNotice } from './FeeNotice.tsx'
import { focusField } from '../form/form-focus.ts'
import { SlotChoice } from './SlotChoice.tsx'
import { StepForm } from './StepForm.tsx'
import { useIsFeeAsked } from './use-checkout.ts'
import styles from './AddressPart.module.css'

/** Step 2: how the order gets to the shopper, where and when. */
export function DeliveryStep() {
  const needsAddress = useActor('checkout', ({ context }) => methodOf(context)?.needsAddress === true)
  return (
    <StepForm step="delivery">
      <MethodNotices />
      <FeeRefusal />
      <Methods />
      {needsAddress && store.deliveryTimes !== '' && <p className="small muted">{store.deliveryTimes}</p>}
      {needsAddress && <DeliveryAddress />}
      <SlotChoice />
    </StepForm>
  )
}

/** Why there are no delivery methods to choose from, and which change undid the step. */
function MethodNotices() {
  const methodsAre = useActor('checkout', ({ value }) => value.methods)
  const isEmpty = useActor('checkout', ({ context }) => context.methods.length === 0)
  const undone = useActor('checkout', ({ context }) => context.undone)
  return (
    <>
      {methodsAre === 'unreachable' && (
        <Notice tone="bad" role="alert" action={<RetryButton />}>
          <b>We couldn’t load the delivery methods.</b> What you typed is saved.
        </Notice>
      )}
      {undone !== null && (
        <Notice tone="bad" role="alert">
          <b>{undoneText[undone].what}</b>
          <span>{` ${undoneText[undone].next}`}</span>
        </Notice>
      )}
      {isEmpty && methodsAre === 'ready' && (
        <Notice tone="bad" role="alert" action={<RetryButton />}>
          <b>No delivery method is available right now.</b> Your order is saved.
        </Notice>
      )}
      {isEmpty && methodsAre === 'reading' && <MethodSkeleton />}
    </>
  )
}

function RetryButton() {
  const send = useSend('checkout')
  return <Button onClick={() => send({ type: 'checkout.retry' })}>Try again</Button>
}

const undoneText = {
  method: { what: 'The delivery method you chose has changed.', next: 'Check your delivery method, then continue.' },
  fee: { what: 'The delivery fee has changed.', next: 'Check your delivery method, then continue.' },
  address: { what: 'The saved address you chose has changed.', next: 'Check your delivery address, then continue.' },
} as const

/** The delivery methods. One that does not reach the address is neither shown as chosen nor can be chosen; the one that is chosen keeps the focus. */
function Methods() {
  const methods = useActor('checkout', ({ context }) => offeredMethods(context))
  const chosen = useActor('checkout', ({ context }) => context.methodId)
  const outside = useActor('checkout', ({ context }) => outsideAreaMessage(context))
  const isFeeAsked = useIsFeeAsked()
  const fees = useActor('checkout', ({ context }) => methods.map(method => feeText(context, method, isFeeAsked)))
  const error = useActor('checkout', ({ context }) => visibleStepErrors(context, 'delivery').method ?? null)
  const send = useSend('checkout')
  if (methods.length === 0) return null
  const isUnusableChosen = outside !== null && methods.some(({ id, needsAddress }) => id === chosen && needsAddress)
  return (
    <Choice
      label="Delivery or pick-up?"
      value={isUnusableChosen ? '' : (chosen ?? '')}
      options={methods.map((method, index) => {
        const isUnusable = method.needsAddress && outside !== null
        return {
          value: method.id,
          title: method.name,
          words: method.description,
          end: isUnusable ? 'Not available' : fees[index],
          disabled: isUnusable && method.id !== chosen,
        }
      })}
      error={error}
      onChange={id => send({ type: 'checkout.chooseMethod', id })}
    />
  )
}

function feeText(context: CheckoutContext, method: DeliveryMethod, isFeeAsked: boolean): string {
  const cents = methodFee(context, method)
  if (cents !== null) return formatFee(cents)
  if (method.id === context.methodId && isFeeAsked) return '…'
  return isFeeAskable(context, method) ? 'Choose it to see the fee' : 'Enter your address to see the fee'
}

/** Why there is no fee. A refused area stays shown only while the form still has its address. */
function FeeRefusal() {
  const refusal = useActor('checkout', ({ context }) => {
    const refused = feeRefusalOf(context)
    return isOutsideArea(context) || (refused && isTransient(refused)) ? refused : null
  })
  return refusal && <RefusedFee refusal={refusal} />
}

function RefusedFee({ refusal }: { refusal: Refusal }) {
  const editing = useActor('checkout', ({ context }) => addressEditing(context))
  const pickUpId = useActor('checkout', ({ context }) => context.methods.find(method => !method.needsAddress)?.id)
  const suggestions = useActor('checkout', ({ context }) => suggestedSuburbs(context))
  const send = useSend('checkout')
  const changeAddress = () => {
    editing.begin.forEach(send)
    if (editing.form === 'billing') send({ type: 'checkout.edit', step: 'details' })
    else focusField('delivery.city')
  }
  const choosePickUp = (event: MouseEvent<HTMLElement>) => {
    focusStep(event.currentTarget)
    send({ type: 'checkout.chooseMethod', id: pickUpId! })
  }
  return (
    <FeeNotice
      refusal={refusal}
      suggestions={suggestions}
      onUse={suburb => [...editing.begin, ...correctionEvents(editing.form, suburb)].forEach(send)}
      onRetry={() => send({ type: 'checkout.retry' })}
      onChange={changeAddress}
      onPickUp={pickUpId === undefined ? undefined : choosePickUp}
    />
  )
}

function MethodSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <p className="vh" role="status">
        Loading the delivery methods
      </p>
      {[1, 2, 3].map(card => (
        <Skeleton key={card} shape="block" height="80px" />
      ))}
    </div>
  )
}

const anotherAddress = 'another'

/** Unticking 'Same as billing address' chooses a saved address if there is one. */
function otherAddressEvent(context: CheckoutContext): CheckoutEvent {
  const id = defaultSavedId(context)
  return id === null ? { type: 'checkout.chooseDeliverTo', to: 'other' } : { type: 'checkout.chooseSaved', id }
}

function DeliveryAddress() {
  const isSame = useActor('checkout', ({ context }) => context.deliverTo === 'billing')
  const billing = useActor('checkout', ({ context }) => addressLines(context.billing).join(', '))
  const another = useActor('checkout', ({ context }) => otherAddressEvent(context))
  const isTyped = useActor('checkout', ({ context }) => isDeliveryTyped(context))
  const hasSaved = useActor('checkout', ({ context }) => otherSavedAddresses(context).length > 0)
  const send = useSend('checkout')
  return (
    <fieldset className={styles.address}>
      <legend>Delivery address</legend>
      <Checkbox
        checked={isSame}
        hint={isSame ? billing : undefined}
        onChange={same => send(same ? { type: 'checkout.chooseDeliverTo', to: 'billing' } : another)}
      >
        Same as billing address
      </Checkbox>
      {!isSame && (hasSaved || !isTyped) && <SavedAddresses isTyped={isTyped} />}
      {isTyped && <TypedAddress />}
    </fieldset>
  )
}

/** Whether the delivery address is the one in the form, neither the billing address nor a saved one. */
const isDeliveryTyped = (context: CheckoutContext): boolean =>
  context.deliverTo !== 'billing' && deliveryFormOf(context) === context.delivery

function SavedAddresses({ isTyped }: { isTyped: boolean }) {
  const saved = useActor('checkout', ({ context }) => otherSavedAddresses(context))
  const chosen = useActor('checkout', ({ context }) => context.savedId ?? '')
  const error = useActor('checkout', ({ context }) => visibleStepErrors(context, 'delivery').address ?? null)
  const send = useSend('checkout')
  return (
    <Choice
      label="Deliver to"
      error={error}
      value={isTyped ? anotherAddress : chosen}
      options={[
        ...saved.map(address => ({
          value: address.addressId,
          title: address.address1,
          words: addressLines(address).slice(-2).join(', '),
        })),
        { value: anotherAddress, title: 'Another address', words: 'Use for this order only' },
      ]}
      onChange={id =>
        send(
          id === anotherAddress
            ? { type: 'checkout.chooseDeliverTo', to: 'other' }
            : { type: 'checkout.chooseSaved', id },
        )
      }
    />
  )
}

function TypedAddress() {
  const values = useActor('checkout', ({ context }) => context.delivery)
  const errors = useActor('checkout', ({ context }) => visibleStepErrors(context, 'delivery'))
  const limited = useActor('checkout', ({ context }) => context.settings?.limitAreaShipping === true)
  const places = usePlaces('deliveryPlaces')
  const send = useSend('checkout')
  const handlers = useMemo(() => addressHandlers('delivery', send), [send])
  return <AddressForm form="delivery" group="shipping" {...{ values, errors, places, limited, handlers }} />
}
