import { store } from '../store.ts'

/** The page 'Forgotten your password?'. */
export const ForgottenScreen = () => (
  <>
    <title>{`Forgotten your password? · ${store.name}`}</title>
    <h1 tabIndex={-1}>Forgotten your password?</h1>
  </>
)
