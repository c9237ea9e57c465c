import { store } from '../store.ts'

/** The page 'Register'. */
export const RegistrationScreen = () => (
  <>
    <title>{`Register · ${store.name}`}</title>
    <h1 tabIndex={-1}>Register</h1>
  </>
)
