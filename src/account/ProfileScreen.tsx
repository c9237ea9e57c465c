import { store } from '../store.ts'

/** The page 'Edit Account Information'. */
export const ProfileScreen = () => (
  <>
    <title>{`Edit Account Information · ${store.name}`}</title>
    <h1 tabIndex={-1}>Edit Account Information</h1>
  </>
)
