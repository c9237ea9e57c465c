import type { SuggestedSuburb } from '#contract/conflict'
import { Button } from '../ui/Button.tsx'

interface Props {
  suggestions: readonly SuggestedSuburb[]
  onUse: (suburb: SuggestedSuburb) => void
}

/** A button for each suburb that may be meant. */
export const SuburbButtons = ({ suggestions, onUse }: Props) =>
  suggestions.map(suburb => (
    <Button key={`${suburb.name} ${suburb.postCode} ${suburb.regionId}`} onClick={() => onUse(suburb)}>
      {`Use ${suburb.name} ${suburb.postCode}`}
    </Button>
  ))
