import { Icon } from '../ui/Icon.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { homePath } from '#contract/paths'
import { isBlank } from '#contract/visible-text'
import styles from './Search.module.css'

interface Props {
  text: string
  onType: (text: string) => void
  onSubmit: () => void
}

/**
 * The search box of the header. Its button is disabled while the text is empty. Without scripts the browser submits the
 * form to the product list. Its suggestions are loaded with its focus (`src/suggestions`), which then sets `aria-expanded`.
 */
export function Search({ text, onType, onSubmit }: Props) {
  const isHydrated = useHydrated()
  return (
    <form
      className={styles.search}
      role="search"
      action={homePath}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Icon of="search" />
      <input type="hidden" name="by" value="search" />
      <input
        type="text"
        role="combobox"
        aria-expanded={false}
        aria-controls="suggestions"
        name="q"
        aria-label="Search product"
        placeholder="Search product"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={event => onType(event.currentTarget.value)}
      />
      <button type="submit" disabled={isHydrated && isBlank(text)}>
        Search
      </button>
    </form>
  )
}
