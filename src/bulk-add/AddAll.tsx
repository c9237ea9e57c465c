import { isBusyWith } from '#machines/bulk-add/selectors'
import { useActor } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { BulkAdd } from './BulkAdd.tsx'

interface Props {
  /** The actor that adds them. */
  id: 'usualsBulkAdd' | 'listBulkAdd' | 'sharedBulkAdd'
  source: string
  /** Called with the cart's session. */
  onAdd: (sessionId: string | null) => void
}

/** Adds all products of a page to the cart. The shopper sees first which of them are not available, and chooses. */
export function AddAll({ id, source, onAdd }: Props) {
  const sessionId = useActor('cart', ({ context }) => context.sessionId)
  const isBusy = useActor(id, snapshot => isBusyWith(snapshot, source))
  return (
    <div className="stack" data-screen-only>
      <div className="row">
        <Button variant="go" pending={isBusy && 'Adding...'} onClick={() => onAdd(sessionId)} data-opens-bulk-add="">
          Add all to cart
        </Button>
      </div>
      <BulkAdd id={id} source={source} level={2} />
    </div>
  )
}
