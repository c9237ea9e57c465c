import { useState, type InputHTMLAttributes } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'onBlur'> {
  /** The value that counts: it is shown whenever the field does not have the focus. */
  value: string
  /** Called when the shopper leaves the field. */
  onLeave: (field: HTMLInputElement) => void
}

/** A text field whose text counts once the shopper leaves it; until then the field keeps what is typed. */
export function DraftInput({ value, onLeave, ...props }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <input
      {...props}
      value={draft ?? value}
      data-rendered={value}
      onChange={event => setDraft(event.currentTarget.value)}
      onBlur={event => {
        onLeave(event.currentTarget)
        setDraft(null)
      }}
    />
  )
}
