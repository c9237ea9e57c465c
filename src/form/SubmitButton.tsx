import type { ComponentProps, MouseEvent } from 'react'
import { Button } from '../ui/Button.tsx'

/** The button that submits a form. */
export const SubmitButton = (props: ComponentProps<typeof Button>) => (
  <Button type="submit" variant="go" size="big" onMouseDown={keepFocus} {...props} />
)

/** Leaves the focus in its field. Otherwise the field's blur shows its error message, which moves the button away from under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault()
