import { substitutions } from '#contract/substitution'
import { substitutionLabel, substitutionNames, substitutionPromise } from '#contract/substitution-text'
import { useActor, useSend } from '../system/actors.tsx'
import { SelectField } from '../ui/SelectField.tsx'

const options = substitutions.map(one => ({ value: one, label: substitutionNames[one] }))

/** What is wanted if something runs out, for products without a choice of their own. */
export function ChangeSubstitution() {
  const chosen = useActor('orderChange', ({ context }) => context.draft.substitution)
  const send = useSend('orderChange')
  return (
    <>
      <SelectField
        label={substitutionLabel}
        name="change-substitution"
        value={chosen ?? ''}
        options={options}
        onChange={value =>
          send({
            type: 'change.chooseSubstitution',
            substitution: substitutions.find(one => one === value) ?? null,
          })
        }
      />
      <p className="small muted">{substitutionPromise}</p>
    </>
  )
}
