import { store } from '../store.ts'

/** The page 'Choose a new password'. */
export const ResetScreen = () => (
  <>
    <title>{`Choose a new password · ${store.name}`}</title>
    <h1 tabIndex={-1}>Choose a new password</h1>
  </>
)
