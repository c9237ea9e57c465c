import { useMemo } from 'react'
import type { DeliveryMethod } from '#contract/delivery'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/context'
import { deliveryFormOf, methodOf } from '#machines/checkout/order-rules'
import { defaultSavedId, methodFee, otherSavedAddresses, visibleErrors } from '#machines/checkout/selectors'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
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
          <b>The delivery methods did not load.</b> What you typed is kept.
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
          <b>We have no way to deliver right now.</b> Your order is kept.
        </Notice>
      )}
      {context.methods.length === 0 && methodsAre === 'reading' && <MethodSkeleton />}
      {context.methods.length > 0 && (
        <Choice
          label="How should it reach you?"
          value={context.methodId ?? ''}
          options={context.methods.map(method => ({
            value: method.id,
            title: method.name,
            words: method.description,
            end: feeText(context, method, isFeeAsked),
          }))}
          error={mistakes.method ?? null}
          onChange={id => send({ type: 'checkout.chooseMethod', id })}
        />
      )}
      {methodOf(context)?.needsAddress && (
        <DeliveryAddress context={context} mistakes={mistakes} places={places} send={send} />
      )}
      <FeeNotice refusal={context.feeRefusal} onRetry={() => send({ type: 'checkout.retry' })} />
    </StepForm>
  )
}

const undoneText = {
  method: { what: 'The delivery method you chose has changed.', next: 'Check how you want your order, then continue.' },
  address: { what: 'The saved address you chose has changed.', next: 'Check where your order goes, then continue.' },
} as const

function feeText(context: CheckoutContext, method: DeliveryMethod, isFeeAsked: boolean): string {
  const cents = methodFee(context, method)
  if (cents !== null) return cents === 0 ? 'Free' : moneyText(cents)
  return method.id === context.methodId && isFeeAsked ? '…' : 'By address'
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
          label="Where should it go?"
          error={mistakes.address ?? null}
          value={isTyped ? anotherAddress : (context.savedId ?? '')}
          options={[
            ...saved.map(address => ({
              value: address.addressId,
              title: address.address1,
              words: addressLines(address).slice(-2).join(', '),
            })),
            { value: anotherAddress, title: 'Another address', words: 'For this order only' },
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
