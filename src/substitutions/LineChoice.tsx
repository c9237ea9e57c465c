import { fields } from '#contract/fields'
import { longestNote, substitutions, type LineChoice as Choice } from '#contract/substitution'
import { substitutionIn, substitutionLabel, substitutionNames } from '#contract/substitution-text'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { MoreDetails } from '../ui/MoreDetails.tsx'
import styles from './LineChoice.module.css'

interface Props {
  /** The id of the line, unique on the page. */
  id: string
  productName: string
  choice: Required<Choice>
  /** A choice that is absent stays. */
  onChoose: (choice: Choice) => void
}

/** What the shopper wants if a line has run out, and the note for its packer. */
export function LineChoice({ id, productName, choice, onChoose }: Props) {
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
              onChoose({ substitution: substitutions.find(one => one === value) ?? null })
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
          onChange={text => onChoose({ note: text || null })}
        />
      </MoreDetails>
    </div>
  )
}
