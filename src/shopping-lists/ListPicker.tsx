import { shownLists, quantityOn } from '#machines/shopping-lists/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ListNameForm } from './ListNameForm.tsx'

/** The heading gets the focus when the choice appears. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

/** The lists of the shopper, for one product: those that it is on are checked. */
export function ListPicker() {
  const { productId, name, quantity } = useActor('shoppingLists', ({ context }) => context.chosen!)
  const lists = useActor('shoppingLists', ({ context: { lists, pendingCommands } }) => ({ lists, pendingCommands }))
  const isKnown = useActor('shoppingLists', ({ context }) => context.keptOn !== null)
  const isFailed = useActor('shoppingLists', snapshot => snapshot.matches({ lists: 'unreachable' }))
  const send = useSend('shoppingLists')
  const id = `lists-of-${productId}`
  const all = shownLists(lists)
  return (
    <section className="panel stack" data-flat="" aria-labelledby={id} aria-busy={!isKnown && !isFailed}>
      <h2 id={id} tabIndex={-1} ref={takeFocus}>
        Add to a list
      </h2>
      {!isKnown && isFailed && (
        <Notice
          tone="bad"
          role="alert"
          action={<Button onClick={() => send({ type: 'lists.retry' })}>Try again</Button>}
        >
          We couldn’t load your lists.
        </Notice>
      )}
      {all.length > 0 && (
        <ul className="stack">
          {all.map(list => (
            <li key={list.id}>
              <Checkbox
                checked={quantityOn(list, productId) > 0}
                onChange={isChecked =>
                  send(
                    isChecked
                      ? { type: 'lists.addLine', listId: list.id, productId, name, quantity }
                      : { type: 'lists.removeLine', listId: list.id, productId, name },
                  )
                }
              >
                {list.name}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      <ListNameForm label="New list" submit="Create list" type="lists.create" />
      <div className="row">
        <Button variant="go" onClick={() => send({ type: 'lists.close' })}>
          Done
        </Button>
        <a className="textlink" href="/main/lists">
          All lists
        </a>
      </div>
    </section>
  )
}
