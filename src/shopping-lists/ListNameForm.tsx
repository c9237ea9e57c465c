import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { submitHandler } from '../form/form-focus.ts'

interface Props {
  label: string
  submit: string
  /** The event that submits the form. */
  type: 'lists.create' | 'lists.rename'
  /** The form has appeared because the shopper has pressed a button: its field gets the focus. */
  isOpened?: boolean
  onCancel?: () => void
}

const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** The name of a list that is created or renamed. */
export function ListNameForm({ label, submit, type, isOpened, onCancel }: Props) {
  const name = useActor('shoppingLists', ({ context }) => context.typedName)
  const error = useActor('shoppingLists', ({ context }) => context.nameError)
  const send = useSend('shoppingLists')
  return (
    <form
      className="stack"
      noValidate
      method="post"
      ref={isOpened ? focusField : undefined}
      onSubmit={submitHandler(() => send({ type }))}
    >
      <Field
        label={label}
        name="listName"
        value={name}
        required
        error={error}
        autoComplete="off"
        onChange={value => send({ type: 'lists.typedName', value })}
      />
      <div className="row">
        <Button type="submit">{submit}</Button>
        {onCancel && (
          <Button variant="soft" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
