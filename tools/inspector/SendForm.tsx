import { machineOf, wordsOf } from './chosen.ts'
import { publicEvents, refusalOf } from './events.ts'
import { eventOf, fieldsOf, startOf, type FormField } from './form.ts'
import { Sign } from './Sign.tsx'
import type { Acts, Shown } from './state.ts'
import styles from './SendForm.module.css'

interface Props {
  shown: Shown
  act: Acts
}

interface FieldProps {
  field: FormField
  value: string
  onType: (value: string) => void
}

function Field({ field, value, onType }: FieldProps) {
  const { name, kind, choices, isNullable, isOptional } = field
  const empty = isNullable ? 'null' : isOptional ? 'left out' : ''
  const id = `field-${name}`
  return (
    <>
      <label htmlFor={id}>{name}</label>
      {kind === 'choice' ? (
        <select id={id} value={value} onChange={event => onType(event.target.value)}>
          {(isNullable || isOptional) && <option value="">{empty}</option>}
          {choices.map(choice => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : kind === 'json' ? (
        <textarea id={id} rows={2} value={value} placeholder="JSON" onChange={event => onType(event.target.value)} />
      ) : (
        <input
          id={id}
          value={value}
          placeholder={empty}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          onChange={event => onType(event.target.value)}
        />
      )}
    </>
  )
}

/** The reason why no event can be sent; null if one can. */
function hindrance({ source, mode }: Shown): string | null {
  if (source?.is !== 'tab' || !source.isHere) return 'No shop is connected'
  return mode === 'following' ? null : 'An earlier entry is shown. Go back to live first.'
}

/** The effect of an event: refused because of its payload, handled, or not handled in this state. */
function verdict(shown: Shown, machine: string, event: { type: string }): [is: 'yes' | 'no', words: string] {
  const hindered = hindrance(shown)
  if (hindered) return ['no', hindered]
  const why = refusalOf(machine, event)
  if (why !== null) return ['no', why]
  const taken = shown.history.wouldTake(shown.actor, event)
  return taken.length > 0 ? ['yes', taken.map(wordsOf).join(', ')] : ['no', 'Not taken in this state']
}

/** A form that sends an event to the selected machine; its fields come from the event's struct. */
export function SendForm({ shown, act }: Props) {
  const machine = machineOf(shown)
  const events = (machine !== null && publicEvents[machine]) || {}
  const types = Object.keys(events)
  const { type: drafted, typed } = shown.draft
  const type = types.includes(drafted) ? drafted : types[0]
  if (machine === null || type === undefined) return null
  const fields = fieldsOf(events[type]!)
  const event = eventOf(type, fields, typed)
  const [is, words] = verdict(shown, machine, event)
  const isSendable = hindrance(shown) === null && refusalOf(machine, event) === null
  return (
    <form
      className={styles.form}
      aria-label="Send an event"
      onSubmit={submitted => {
        submitted.preventDefault()
        if (isSendable) act.send(event)
      }}
    >
      <div className={styles.head}>
        <h2>Send an event</h2>
        <kbd>E</kbd>
      </div>
      <div className={styles.fields}>
        <label htmlFor="event">event</label>
        <select id="event" data-focus="event" value={type} onChange={event => act.draft(event.target.value)}>
          {types.map(one => (
            <option key={one}>{one}</option>
          ))}
        </select>
        {fields.map(field => (
          <Field
            key={field.name}
            field={field}
            value={typed[field.name] ?? startOf(field)}
            onType={value => act.draft(type, { ...typed, [field.name]: value })}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <span className={styles.verdict} data-is={is}>
          {is === 'yes' && <Sign of="check" />}
          {words}
        </span>
        <button type="submit" aria-disabled={!isSendable}>
          Send
        </button>
      </div>
    </form>
  )
}
