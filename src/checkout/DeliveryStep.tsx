import { useMemo } from 'react'
import type { DeliveryMethod } from '#contract/delivery'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/context'
import { deliveryFormOf, isOutsideArea, methodOf } from '#machines/checkout/order-rules'
import { defaultSavedId, methodFee, otherSavedAddresses, visibleErrors } from '#machines/checkout/selectors'
import { Button } from '../ui/Button.tsx'
import { Choice, type ChoiceOption } from '../ui/Choice.tsx'
import { moneyText } from '../ui/format-money.ts'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { AddressForm } from '../address/AddressForm.tsx'
import { addressHandlers } from './address-actions.ts'
import { FeeNotice } from './FeeNotice.tsx'
import type { Places } from '../address/places.ts'
import { addressLines } from '../orders/order-text.ts'
import { StepForm } from './StepForm.tsx'
import styles from './AddressPart.module.css'

interface Props {
  context: CheckoutContext
  places: Places
  methodsAre: 'reading' | 'ready' | 'unreachable'
  isFeeAsked: boolean
  send: (event: CheckoutEvent) => void
}

/** Step 2: how the order gets to the shopper, and where. */
export function DeliveryStep({ context, places, methodsAre, isFeeAsked, send }: Props) {
  const mistakes = visibleErrors(context, 'delivery')
  const isOutside = isOutsideArea(context)
  const pickUp = context.methods.find(method => !method.needsAddress)
  return (
    <StepForm
      step="delivery"
      tried={context.tried.includes('delivery')}
      mistakes={mistakes}
      onContinue={() => send({ type: 'checkout.continue' })}
    >
      {methodsAre === 'unreachable' && (
        <Notice
          tone="bad"
          role="alert"
          action={<Button onClick={() => send({ type: 'checkout.retry' })}>Try again</Button>}
        >
          <b>We couldn’t load the delivery methods.</b> What you typed is saved.
        </Notice>
      )}
      {context.undone !== null && (
        <Notice tone="bad" role="alert">
          <b>{undoneText[context.undone].what}</b> {undoneText[context.undone].next}
        </Notice>
      )}
      {context.methods.length === 0 && methodsAre === 'ready' && (
        <Notice
          tone="bad"
          role="alert"
          action={<Button onClick={() => send({ type: 'checkout.retry' })}>Try again</Button>}
        >
          <b>No delivery method is available right now.</b> Your order is saved.
        </Notice>
      )}
      {context.methods.length === 0 && methodsAre === 'reading' && <MethodSkeleton />}
      {context.methods.length > 0 && (
        <Choice
          label="Delivery or pick-up?"
          value={context.methodId ?? ''}
          options={context.methods.map(method => methodOption(context, method, isFeeAsked))}
          error={mistakes.method ?? null}
          onChange={id => send({ type: 'checkout.chooseMethod', id })}
        />
      )}
      {methodOf(context)?.needsAddress && (
        <DeliveryAddress context={context} mistakes={mistakes} places={places} send={send} />
      )}
      {(isOutside || context.feeRefusal?.code !== 'refused') && (
        <FeeNotice
          refusal={context.feeRefusal}
          onRetry={() => send({ type: 'checkout.retry' })}
          onPickUp={pickUp && (() => send({ type: 'checkout.chooseMethod', id: pickUp.id }))}
        />
      )}
    </StepForm>
  )
}

const undoneText = {
  method: { what: 'The delivery method you chose has changed.', next: 'Check your delivery method, then continue.' },
  address: { what: 'The saved address you chose has changed.', next: 'Check your delivery address, then continue.' },
} as const

/** A delivery method. One that does not reach the address cannot be chosen; the one that is chosen keeps the focus. */
function methodOption(context: CheckoutContext, method: DeliveryMethod, isFeeAsked: boolean): ChoiceOption {
  const isUnusable = method.needsAddress && isOutsideArea(context)
  return {
    value: method.id,
    title: method.name,
    words: isUnusable ? context.feeRefusal?.message : method.description,
    end: isUnusable ? 'Not available' : feeText(context, method, isFeeAsked),
    disabled: isUnusable && method.id !== context.methodId,
  }
}

function feeText(context: CheckoutContext, method: DeliveryMethod, isFeeAsked: boolean): string {
  const cents = methodFee(context, method)
  if (cents !== null) return cents === 0 ? 'Free' : moneyText(cents)
  return method.id === context.methodId && isFeeAsked ? '…' : 'Depends on address'
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
function elsewhere(context: CheckoutContext): CheckoutEvent {
  const id = defaultSavedId(context)
  return id === null ? { type: 'checkout.chooseDeliverTo', to: 'other' } : { type: 'checkout.chooseSaved', id }
}

type AddressProps = Pick<Props, 'context' | 'places' | 'send'> & { mistakes: Readonly<Record<string, string>> }

function DeliveryAddress({ context, mistakes, places, send }: AddressProps) {
  const handlers = useMemo(() => addressHandlers('delivery', send), [send])
  const isSame = context.deliverTo === 'billing'
  const saved = otherSavedAddresses(context)
  const isTyped = !isSame && deliveryFormOf(context) === context.delivery
  return (
    <fieldset className={styles.address}>
      <legend>Delivery address</legend>
      <Checkbox
        checked={isSame}
        hint={isSame ? addressLines(context.billing).join(', ') : undefined}
        onChange={same => send(same ? { type: 'checkout.chooseDeliverTo', to: 'billing' } : elsewhere(context))}
      >
        Same as billing address
      </Checkbox>
      {!isSame && !(isTyped && saved.length === 0) && (
        <Choice
          label="Deliver to"
          error={mistakes.address ?? null}
          value={isTyped ? anotherAddress : (context.savedId ?? '')}
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
      )}
      {isTyped && (
        <AddressForm
          form="delivery"
          group="shipping"
          values={context.delivery}
          errors={mistakes}
          places={places}
          limited={context.settings?.limitAreaShipping === true}
          handlers={handlers}
        />
      )}
    </fieldset>
  )
}
