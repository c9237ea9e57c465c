import { storeName } from '../store/store-name.ts'

interface Props {
  /** What the page shows: its heading, or the title that `contract/paths.ts` has for its path. */
  text: string
  /** A form on the page shows errors (WCAG technique G199). */
  hasErrors?: boolean
}

/** The document title: what the page shows, then the store's name. */
export const PageTitle = ({ text, hasErrors = false }: Props) => (
  <title>{`${hasErrors ? 'Error: ' : ''}${text} · ${storeName}`}</title>
)
