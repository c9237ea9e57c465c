import { storeName } from '../store/store-name.ts'

interface Props {
  /** The page's name: its heading, or the title of its path in `contract/paths.ts`. */
  text: string
  /** A form on the page shows errors (WCAG technique G199). */
  hasErrors?: boolean
}

/** The document title: the page's name, then the store's name. */
export const PageTitle = ({ text, hasErrors = false }: Props) => (
  <title>{`${hasErrors ? 'Error: ' : ''}${text} · ${storeName}`}</title>
)
