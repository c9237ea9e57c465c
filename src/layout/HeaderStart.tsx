import { Wordmark } from '../store/Wordmark.tsx'
import { Icon } from '../ui/Icon.tsx'

/** The start of the header on every page: the wordmark, and in the checkout the button that opens the search. */
export const HeaderStart = () => (
  <>
    <Wordmark />
    <button type="button" popoverTarget="search" hidden>
      <Icon of="search" size="large" />
      <span>Search</span>
    </button>
  </>
)
