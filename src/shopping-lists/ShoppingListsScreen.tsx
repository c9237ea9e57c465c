import { titleAt } from '#contract/paths'
import { readFailureMessage } from '#contract/refusal'
import { shownLists } from '#machines/shopping-lists/selectors'
import { listPath } from '#machines/shopping-lists/shopping-lists-setup'
import nothingListed from '../assets/state-no-results.svg'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ListNameForm } from './ListNameForm.tsx'
import { SharedListScreen } from './SharedListScreen.tsx'
import { ListScreen } from './ShoppingListScreen.tsx'

const path = '/main/lists'

/** The page of all shopping lists, of one of them, or of one that someone else shares. */
export function ShoppingListsScreen() {
  const listId = useActor('shoppingLists', ({ context }) => context.listId)
  const isSharedOpen = useActor('sharedList', snapshot => snapshot.matches({ page: 'open' }))
  if (isSharedOpen) return <SharedListScreen />
  return listId === null ? <AllLists /> : <ListScreen listId={listId} />
}

function AllLists() {
  const title = titleAt(path)
  return (
    <>
      <PageTitle text={title} />
      <Breadcrumb trail={[{ name: title }]} />
      <div className="stack-6">
        <h1 tabIndex={-1}>{title}</h1>
        <Lists />
        <section className="panel stack" aria-labelledby="new-list">
          <h2 id="new-list">Create a list</h2>
          <ListNameForm label="Name of the list" submit="Create list" type="lists.create" />
        </section>
      </div>
    </>
  )
}

/** The lists, a placeholder until they are read, or why there are none. */
function Lists() {
  const { lists, pendingCommands, isKnown, refusal } = useActor('shoppingLists', ({ context }) => ({
    lists: context.lists,
    pendingCommands: context.pendingCommands,
    isKnown: context.keptOn !== null,
    refusal: context.refusal,
  }))
  const isFailed = useActor('shoppingLists', snapshot => snapshot.matches({ lists: 'unreachable' }))
  const send = useSend('shoppingLists')
  const all = shownLists({ lists, pendingCommands })
  if (all.length > 0)
    return (
      <ul className="stack" aria-busy={!isKnown}>
        {all.map(({ id, name, lines }) => (
          <li key={id} className="panel">
            <div className="row between">
              <h2>
                <a href={listPath(id)}>{name}</a>
              </h2>
              <p className="muted">{lines.length === 1 ? '1 product' : `${lines.length} products`}</p>
            </div>
          </li>
        ))}
      </ul>
    )
  if (!isKnown && isFailed)
    return (
      <FailedLoad heading="We couldn’t load your lists" onRetry={() => send({ type: 'lists.retry' })}>
        <p>{readFailureMessage(refusal)}</p>
      </FailedLoad>
    )
  if (!isKnown) return <Skeleton shape="block" height="72px" />
  return (
    <section className="panel">
      <EmptyState picture={nothingListed} heading="You have no lists yet.">
        <p>
          A list keeps what you buy together, such as for the week or for a hot pot. Press ‘Add to list’ at a product.
        </p>
      </EmptyState>
    </section>
  )
}
