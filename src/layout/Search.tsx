import { Icon } from '../ui/Icon.tsx'
import styles from './Search.module.css'

interface Props {
  text: string
  onType: (text: string) => void
  onSubmit: () => void
}

/** The one search box of the page. An empty search is no search, so its button waits for words. */
export function Search({ text, onType, onSubmit }: Props) {
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Icon of="search" />
      <input
        type="text"
        name="q"
        aria-label="Search product"
        placeholder="Search product"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={event => onType(event.currentTarget.value)}
      />
      <button type="submit" disabled={text.trim() === ''}>
        Search
      </button>
    </form>
  )
}
