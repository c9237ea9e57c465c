import { homePath, titleAt } from '#contract/paths'
import { readFailureMessage } from '#contract/refusal'
import type { ShoppingList } from '#contract/shopping-lists'
import { listWith, shownLines, type ShownLine } from '#machines/shopping-lists/selectors'
import { sourceOfList } from '#machines/shopping-lists/shopping-lists-setup'
import failure from '../assets/state-error.svg'
import nothingListed from '../assets/state-no-results.svg'
import styles from '../bulk-add/BulkAdd.module.css'
import { AddAll } from '../bulk-add/AddAll.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { share } from '../ui/share.ts'
import { useActor, useSend } from '../system/actors.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { focusHeading } from '../ui/focus.ts'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ListLine } from './ListLine.tsx'
import { ListLink } from './ListLink.tsx'
import { ListNameForm } from './ListNameForm.tsx'

const listsPath = '/main/lists'

/** What the selectors of a list's page read. A new object only if one of them has changed. */
const usePage = () =>
  useActor('shoppingLists', ({ context }) => ({
    lists: context.lists,
    pendingCommands: context.pendingCommands,
    products: context.products,
    listId: context.listId,
  }))

/** The page of a shopping list, or why it can't be shown. */
export function ListScreen({ listId }: { listId: number }) {
  const list = listWith(usePage(), listId)
  const isKnown = useActor('shoppingLists', ({ context }) => context.keptOn !== null)
  const isFailed = useActor('shoppingLists', snapshot => snapshot.matches({ lists: 'unreachable' }))
  const refusal = useActor('shoppingLists', ({ context }) => context.refusal)
  const send = useSend('shoppingLists')
  const title = list?.name ?? titleAt('/main/list/:id')
  if (list === null && isKnown) return <Missing />
  return (
    <>
      <PageTitle text={title} />
      <Breadcrumb trail={[{ name: titleAt(listsPath), to: listsPath }, { name: title }]} />
      <div className="stack">
        <h1 tabIndex={-1}>{title}</h1>
        {list && <Opened list={list} />}
        {!list && isFailed && (
          <FailedLoad heading="We couldn’t load this list" onRetry={() => send({ type: 'lists.retry' })}>
            <p>{readFailureMessage(refusal)}</p>
          </FailedLoad>
        )}
        {!list && !isFailed && <Skeleton shape="block" height="220px" />}
      </div>
    </>
  )
}

const Missing = () => (
  <>
    <PageTitle text="We can’t find this list" />
    <EmptyState
      level={1}
      picture={failure}
      heading="We can’t find this list"
      action={
        <ButtonLink variant="go" href={listsPath}>
          All lists
        </ButtonLink>
      }
    >
      <p>It was deleted, or belongs to another account. Log in to see the lists of your account.</p>
    </EmptyState>
  </>
)

/** Once the part is removed, the focus goes to the heading of the page. */
const giveFocusToHeading = (part: HTMLElement | null) => () => {
  if (part?.contains(document.activeElement)) focusHeading()
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus()

function Opened({ list }: { list: ShoppingList }) {
  const isRenaming = useActor('shoppingLists', snapshot => snapshot.matches({ panel: 'renaming' }))
  const isSharing = useActor('shoppingLists', snapshot => snapshot.matches({ panel: 'sharing' }))
  const isConfirming = useActor('shoppingLists', snapshot => snapshot.matches({ panel: 'confirming' }))
  const send = useSend('shoppingLists')
  const close = () => send({ type: 'lists.close' })
  return (
    <>
      <div className="row" data-screen-only>
        <Button aria-expanded={isRenaming} onClick={() => send({ type: 'lists.startRenaming' })}>
          Rename
        </Button>
        <Button aria-expanded={isConfirming} onClick={() => send({ type: 'lists.startDeleting' })}>
          Delete
        </Button>
        {list.lines.length > 0 && <ShareList name={list.name} />}
        {list.isShared !== undefined && (
          <Button aria-expanded={isSharing} onClick={() => send({ type: 'lists.startSharing' })}>
            Share with a link
          </Button>
        )}
      </div>
      {isRenaming && (
        <section className="panel" ref={giveFocusToHeading} aria-label="Rename the list">
          <ListNameForm label="Name of the list" submit="Save" type="lists.rename" isOpened onCancel={close} />
        </section>
      )}
      {isSharing && (
        <section className="panel stack" ref={giveFocusToHeading} aria-labelledby="list-link">
          <ListLink list={list} />
        </section>
      )}
      {isConfirming && (
        <section ref={giveFocusToHeading} aria-labelledby="delete-list">
          <Notice>
            <div className="stack">
              <h2 id="delete-list" tabIndex={-1} ref={takeFocus}>
                {`Delete “${list.name}”?`}
              </h2>
              <div className="row">
                <Button onClick={() => send({ type: 'lists.delete' })}>Delete list</Button>
                <Button variant="soft" onClick={close}>
                  Keep it
                </Button>
              </div>
            </div>
          </Notice>
        </section>
      )}
      <Products list={list} />
    </>
  )
}

/** Shares the products of the list as a text. */
function ShareList({ name }: { name: string }) {
  const lines = shownLines(usePage())
  const send = useSend('shop')
  const onShare = async () => {
    const text = [name, ...lines.map(({ product, quantity }) => `${quantity} × ${product.name}`)].join('\n')
    if ((await share(window, { title: name, text })) !== 'copied') return
    send({ type: 'toast.raised', toast: { kind: 'success', text: 'The list is copied as text.' } })
  }
  return (
    <Button onClick={() => void onShare()}>
      <Icon of="share-2" />
      <span>Share</span>
    </Button>
  )
}

function Products({ list }: { list: ShoppingList }) {
  const lines = shownLines(usePage())
  const isFailed = useActor('shoppingLists', snapshot => snapshot.matches({ products: 'unreachable' }))
  const isReading = useActor('shoppingLists', snapshot => snapshot.matches({ products: 'reading' }))
  const send = useSend('shoppingLists')
  if (lines.length > 0)
    return (
      <>
        <AddAll
          id="listBulkAdd"
          source={sourceOfList(list.id)}
          onAdd={sessionId => send({ type: 'lists.addAll', sessionId })}
        />
        {isFailed && <SomeMissing />}
        <ul className={`panel ${styles.lines}`} aria-label="Products" aria-busy={isReading}>
          {lines.map(line => (
            <Line key={line.product.id} listId={list.id} line={line} />
          ))}
        </ul>
      </>
    )
  if (list.lines.length > 0 && isFailed)
    return (
      <FailedLoad heading="We couldn’t load the products" onRetry={() => send({ type: 'lists.retry' })}>
        <p>Your list is saved. Please try again in a moment.</p>
      </FailedLoad>
    )
  if (list.lines.length > 0 && isReading) return <Skeleton shape="block" height="220px" />
  return (
    <section className="panel">
      <EmptyState
        picture={nothingListed}
        heading={list.lines.length === 0 ? 'This list is empty.' : 'We no longer sell what is on this list.'}
        action={
          <ButtonLink variant="go" href={homePath}>
            Browse products
          </ButtonLink>
        }
      >
        <p>Open a product and press ‘Add to list’.</p>
      </EmptyState>
    </section>
  )
}

/** Some products are shown, and others could not be read. */
function SomeMissing() {
  const send = useSend('shoppingLists')
  const retry = () => {
    focusHeading()
    send({ type: 'lists.retry' })
  }
  return (
    <Notice tone="bad" role="alert" action={<Button onClick={retry}>Try again</Button>}>
      We couldn’t load all products of this list.
    </Notice>
  )
}

/** A product with its quantity. */
function Line({ listId, line: { product, quantity } }: { listId: number; line: ShownLine }) {
  const { id: productId, name } = product
  const draft = useActor('shoppingLists', ({ context }) =>
    context.draft?.productId === productId ? context.draft : null,
  )
  const send = useSend('shoppingLists')
  return (
    <ListLine
      product={product}
      quantity={draft ? draft.quantity : quantity}
      onQuantity={typed => send({ type: 'lists.setQuantity', productId, name, quantity: typed })}
      onRemove={() => send({ type: 'lists.removeLine', listId, productId, name })}
    />
  )
}
