import { Icon } from '../ui/Icon.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { home } from '../layout/links.ts'
import styles from './Search.module.css'

interface Props {
  text: string
  onType: (text: string) => void
  onSubmit: () => void
}

/**
 * The one search box of the page. An empty search is no search, so its button waits for words. Without the shop's scripts
 * it is a form like any other, and the browser asks for the results.
 */
export function Search({ text, onType, onSubmit }: Props) {
  const alive = useHydrated()
  return (
    <form
      className={styles.search}
      role="search"
      action={home}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Icon of="search" />
      <input type="hidden" name="by" value="search" />
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
      <button type="submit" disabled={alive && text.trim() === ''}>
        Search
      </button>
    </form>
  )
}
