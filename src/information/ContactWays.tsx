import { store } from '../store/store.ts'

/** Phone and email links for the middle of a sentence. */
export function ContactWays() {
  return (
    <span>
      Call{' '}
      <a className="textlink" href={store.phoneLink}>
        {store.phone}
      </a>{' '}
      or write to{' '}
      <a className="textlink" href={`mailto:${store.email}`}>
        {store.email}
      </a>
    </span>
  )
}
