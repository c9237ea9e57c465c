import { store } from '../store.ts'

/** The page 'My Account'. */
export const AccountScreen = () => (
  <>
    <title>{`My Account · ${store.name}`}</title>
    <h1 tabIndex={-1}>My Account</h1>
  </>
)
