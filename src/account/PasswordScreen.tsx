import { store } from '../store.ts'

/** The page 'Change Password'. */
export const PasswordScreen = () => (
  <>
    <title>{`Change Password · ${store.name}`}</title>
    <h1 tabIndex={-1}>Change Password</h1>
  </>
)
