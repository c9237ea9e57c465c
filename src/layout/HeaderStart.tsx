import { Wordmark } from '../store/Wordmark.tsx'
import { Icon } from '../ui/Icon.tsx'

/** What the header begins with on every page: the wordmark, and the button that opens the search in the checkout. */
export const HeaderStart = () => (
  <>
    <Wordmark />
    <button type="button" popoverTarget="search" hidden>
      <Icon of="search" size="large" />
      <span>Search</span>
    </button>
  </>
)
