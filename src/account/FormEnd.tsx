import { accountPath } from '#contract/paths'
import { SubmitButton } from '../form/SubmitButton.tsx'
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
    <SubmitButton pending={isSaving && 'Saving…'}>Save</SubmitButton>
    {staying ? (
      <Button variant="soft" size="big" aria-disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
    ) : (
      <ButtonLink variant="soft" size="big" href={accountPath} onClick={onCancel}>
        Cancel
      </ButtonLink>
    )}
  </div>
)
