/** Moves the focus to a field of the form that it is rendered in, once. @param name - of the field */
export const FocusedField = ({ name }: { name: string }) => (
  <span
    hidden
    ref={element => {
      const field = element?.closest('form')?.elements.namedItem(name)
      if (field instanceof HTMLElement) field.focus()
    }}
  />
)
