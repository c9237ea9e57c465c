import { accountPath } from '#contract/paths'
import { keepFocusOnPress } from '../form/form-focus.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import styles from './FormEnd.module.css'

interface Props {
  isSaving: boolean
  /** Discards the draft. */
  onCancel?: () => void
  /** Cancelling stays on the page instead of going to 'My Account'. */
  staying?: boolean
}

/** 'Save' and 'Cancel' of an account form. */
export const FormEnd = ({ isSaving, onCancel, staying = false }: Props) => (
  <div className={`row ${styles.end}`}>
    <Button type="submit" look="go" size="big" pending={isSaving && 'Saving…'} onMouseDown={keepFocusOnPress}>
      Save
    </Button>
    {staying ? (
      <Button look="soft" size="big" aria-disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
    ) : (
      <ButtonLink look="soft" size="big" href={accountPath} onClick={onCancel}>
        Cancel
      </ButtonLink>
    )}
  </div>
)
