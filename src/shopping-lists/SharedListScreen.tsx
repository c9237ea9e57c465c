import { homePath, titleAt } from '#contract/paths'
import { readFailureMessage } from '#contract/refusal'
import { sharedListPath } from '#contract/shared-lists'
import { sharedSource, shownSharedLines, unreadSharedProducts } from '#machines/shopping-lists/shared-list-setup'
import failure from '../assets/state-error.svg'
import nothingListed from '../assets/state-no-results.svg'
import { AddAll } from '../bulk-add/AddAll.tsx'
import styles from '../bulk-add/BulkAdd.module.css'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { focusHeading } from '../ui/focus.ts'
import { Notice } from '../ui/Notice.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ListLine } from './ListLine.tsx'

/** The lines, from what the selector reads. */
const useLines = () =>
  shownSharedLines(
    useActor('sharedList', ({ context: { list, pendingCommands, products } }) => ({ list, pendingCommands, products })),
  )

/** A list that someone else shares by a link, or why it can't be shown. */
export function SharedListScreen() {
  const name = useActor('sharedList', ({ context }) => context.list?.name ?? null)
  const isEnded = useActor('sharedList', snapshot => snapshot.matches({ list: 'ended' }))
  const title = name ?? titleAt(sharedListPath)
  if (isEnded) return <Ended />
  return (
    <>
      <PageTitle text={title} />
      <Breadcrumb trail={[{ name: title }]} />
      <div className="stack">
        <h1 tabIndex={-1}>{title}</h1>
        {name === null ? <Unread /> : <Opened />}
      </div>
    </>
  )
}

const Ended = () => (
  <>
    <PageTitle text="This link does not work any more" />
    <EmptyState
      level={1}
      picture={failure}
      heading="This link does not work any more"
      action={
        <ButtonLink variant="go" href={homePath}>
          Browse products
        </ButtonLink>
      }
    >
      <p>The list is not shared any more, or the link is not complete. Ask the person who sent it for a new one.</p>
    </EmptyState>
  </>
)

/** A placeholder until the list was read, or why it could not be. */
function Unread() {
  const isFailed = useActor('sharedList', snapshot => snapshot.matches({ list: { open: 'unreachable' } }))
  const refusal = useActor('sharedList', ({ context }) => context.refusal)
  const send = useSend('sharedList')
  if (!isFailed) return <Skeleton shape="block" height="220px" />
  return (
    <FailedLoad heading="We couldn’t load this list" onRetry={() => send({ type: 'shared.retry' })}>
      <p>{readFailureMessage(refusal)}</p>
    </FailedLoad>
  )
}

function Opened() {
  const lines = useLines()
  const send = useSend('sharedList')
  return (
    <>
      <p>Everyone who has the link to this list can change it.</p>
      <div className="row" data-screen-only>
        <Button onClick={() => send({ type: 'shared.copy' })}>Save a copy to my lists</Button>
      </div>
      {lines.length > 0 && (
        <AddAll
          id="sharedBulkAdd"
          source={sharedSource}
          onAdd={sessionId => send({ type: 'shared.addAll', sessionId })}
        />
      )}
      <Products />
    </>
  )
}

function Products() {
  const lines = useLines()
  const isAnyUnread = useActor('sharedList', ({ context }) => unreadSharedProducts(context).length > 0)
  const isEmpty = useActor('sharedList', ({ context }) => context.list?.lines.length === 0)
  const isFailed = useActor('sharedList', snapshot => snapshot.matches({ products: 'unreachable' }))
  const draft = useActor('sharedList', ({ context }) => context.draft)
  const send = useSend('sharedList')
  const retry = () => {
    focusHeading()
    send({ type: 'shared.retry' })
  }
  return (
    <>
      {isFailed && (
        <Notice tone="bad" role="alert" action={<Button onClick={retry}>Try again</Button>}>
          We couldn’t load all products of this list.
        </Notice>
      )}
      {lines.length > 0 && (
        <ul className={`panel ${styles.lines}`} aria-label="Products" aria-busy={isAnyUnread}>
          {lines.map(({ product, quantity }) => (
            <ListLine
              key={product.id}
              product={product}
              quantity={draft?.productId === product.id ? draft.quantity : quantity}
              onQuantity={typed =>
                send({ type: 'shared.setQuantity', productId: product.id, name: product.name, quantity: typed })
              }
              onRemove={() => send({ type: 'shared.removeLine', productId: product.id, name: product.name })}
            />
          ))}
        </ul>
      )}
      {lines.length === 0 && isAnyUnread && !isFailed && <Skeleton shape="block" height="220px" />}
      {lines.length === 0 && !isAnyUnread && (
        <section className="panel">
          <EmptyState
            picture={nothingListed}
            heading={isEmpty ? 'This list is empty.' : 'We no longer sell what is on this list.'}
          />
        </section>
      )}
    </>
  )
}
