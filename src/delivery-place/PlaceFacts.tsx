import { chosenSuburb, nextSlot } from '#machines/delivery-place/selectors'
import { useActor } from '../system/actors.tsx'
import { outsideText, placeFacts } from './place-text.ts'
import styles from './DeliveryPlace.module.css'

/** What delivery to the chosen place costs, from which amount on, and when the next time is free. The machine of the place runs. */
export function PlaceFacts() {
  const { area, place } = useActor('deliveryPlace', ({ context }) => ({ area: context.area, place: context.place }))
  const slots = useActor('deliveryPlace', ({ context }) => context.slots)
  if (!place || !area || area.suburbs.length === 0) return null
  const suburb = chosenSuburb({ area, place })
  if (!suburb?.isServed) return <p>{outsideText(place, area)}</p>
  return (
    <dl className={styles.facts}>
      {placeFacts(suburb, area, nextSlot(area, slots)).map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
