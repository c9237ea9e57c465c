import type { FormEvent } from 'react'
import { placeText } from '#contract/delivery-place'
import { formatFee } from '#contract/fee-text'
import { foundSuburbs } from '#machines/delivery-place/selectors'
import type { AreaSuburb } from '#machines/delivery-place/delivery-area'
import { useActor, useSend } from '../system/actors.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { answerText } from './place-text.ts'
import { PlaceFacts } from './PlaceFacts.tsx'
import styles from './DeliveryPlace.module.css'

/** The dialog 'Deliver to': a suburb or a post code is typed, and one of the suburbs that it may mean is chosen. */
export function PlaceDialog() {
  const isOpen = useActor('deliveryPlace', snapshot => !snapshot.matches({ dialog: 'closed' }))
  const send = useSend('deliveryPlace')
  const close = () => send({ type: 'place.close' })
  return (
    <Sheet label="Deliver to" open={isOpen} onClose={close}>
      <header className={styles.head}>
        <h2>Where do you want your order delivered?</h2>
        <IconButton label="Close" of="x" size="large" onClick={close} />
      </header>
      <div className={styles.body}>
        <PlaceForm />
        <Answer />
        <ChosenPlace />
      </div>
    </Sheet>
  )
}

/** The browser gives the focus to the field, not to the button that closes the dialog. */
const markField = (form: HTMLFormElement | null) => form?.querySelector('input')?.setAttribute('autofocus', '')

function PlaceForm() {
  const text = useActor('deliveryPlace', ({ context }) => context.text)
  const send = useSend('deliveryPlace')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'place.submit' })
  }
  return (
    <form className={styles.form} onSubmit={submit} ref={markField}>
      <Field
        label="Suburb or post code"
        name="place"
        autoComplete="postal-code"
        maxLength={80}
        required
        value={text}
        onChange={value => send({ type: 'place.typed', value })}
      />
      <Button variant="go" type="submit">
        Check
      </Button>
    </form>
  )
}

/** What the text may mean. */
function Answer() {
  const { area, text } = useActor('deliveryPlace', ({ context }) => ({ area: context.area, text: context.text }))
  const isAsked = useActor('deliveryPlace', snapshot => snapshot.matches({ dialog: 'asked' }))
  const isUnreachable = useActor('deliveryPlace', snapshot => snapshot.matches({ area: 'unreachable' }))
  const send = useSend('deliveryPlace')
  if (area === null && isUnreachable) {
    return (
      <Notice tone="bad" role="alert" action={<Button onClick={() => send({ type: 'place.retry' })}>Try again</Button>}>
        <b>We couldn’t load the suburbs.</b>
      </Notice>
    )
  }
  const found = foundSuburbs({ area, text })
  const said = area === null ? 'Loading the suburbs' : answerText(text, area, found)
  const count = found.served.length
  return (
    <>
      <Announcer text={isAsked || count === 0 ? '' : count === 1 ? '1 suburb found' : `${count} suburbs found`} />
      <p role="status" className={styles.said}>
        {isAsked && said}
      </p>
      {count > 0 && (
        <ul className="stack">
          {found.served.map(suburb => (
            <Suburb key={placeText(suburb)} suburb={suburb} />
          ))}
        </ul>
      )}
    </>
  )
}

function Suburb({ suburb: { name, postCode, fee } }: { suburb: AreaSuburb }) {
  const send = useSend('deliveryPlace')
  return (
    <li className={styles.suburb}>
      <Button onClick={() => send({ type: 'place.use', name, postCode })}>
        {`Use ${placeText({ name, postCode })}`}
      </Button>
      {fee !== null && <span className="num">{`${formatFee(fee)} delivery`}</span>}
    </li>
  )
}

/** The place that is chosen already. */
function ChosenPlace() {
  const place = useActor('deliveryPlace', ({ context }) => context.place)
  const send = useSend('deliveryPlace')
  if (place === null) return null
  return (
    <section className="panel stack" data-flat="" aria-labelledby="chosen-place">
      <h3 id="chosen-place">{`Delivery to ${placeText(place)}`}</h3>
      <PlaceFacts />
      <div className="row">
        <Button onClick={() => send({ type: 'place.remove' })}>Remove this place</Button>
      </div>
    </section>
  )
}
