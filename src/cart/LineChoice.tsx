import type { CartLine } from '#contract/cart'
import { fields } from '#contract/fields'
import { longestNote, substitutions, type LineChoice as Choice } from '#contract/substitution'
import { substitutionIn, substitutionLabel, substitutionNames } from '#contract/substitution-text'
import type { CartEvent } from '#machines/cart/cart-setup'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { MoreDetails } from '../ui/MoreDetails.tsx'
import styles from './LineChoice.module.css'

interface Props {
  line: CartLine
  choice: Required<Choice>
  send: (event: CartEvent) => void
}

/** What the shopper wants if a line has run out, and the note for its packer. */
export function LineChoice({ line, choice, send }: Props) {
  const { id, productName } = line
  const substitution = substitutionIn(choice) ?? ''
  const note = choice.note ?? ''
  return (
    <div className={styles.choice}>
      <label className={styles.substitution}>
        <span aria-hidden="true">{substitutionLabel}</span>
        <span className={styles.select}>
          <select
            aria-label={`${substitutionLabel}: ${productName}`}
            value={substitution}
            data-rendered={substitution}
            onChange={({ currentTarget: { value } }) =>
              send({
                type: 'cart.setQuantity',
                lineId: id,
                quantity: line.quantity,
                choice: { substitution: substitutions.find(one => one === value) ?? null },
              })
            }
          >
            <option value="">As for the order</option>
            {substitutions.map(one => (
              <option key={one} value={one}>
                {substitutionNames[one]}
              </option>
            ))}
          </select>
          <Icon of="chevron-down" size="small" />
        </span>
      </label>
      <MoreDetails className={styles.note} summary={fields.note.label} startsOpen={note !== ''}>
        <Field
          label={`${fields.note.label}: ${productName}`}
          name={`note-${id}`}
          hint={`Up to ${longestNote} characters.`}
          maxLength={longestNote}
          value={note}
          onChange={text =>
            send({ type: 'cart.setQuantity', lineId: id, quantity: line.quantity, choice: { note: text || null } })
          }
        />
      </MoreDetails>
    </div>
  )
}
