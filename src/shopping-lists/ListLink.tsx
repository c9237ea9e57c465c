import { use } from 'react'
import type { ShoppingList } from '#contract/shopping-lists'
import { linkHandle } from '../effects/shopping-lists.ts'
import { System, useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { share } from '../ui/share.ts'

/** Once a button is removed because it has done its work, the focus goes to the heading of the part. */
const giveFocusToPart = (button: HTMLElement | null) => () => {
  if (button?.contains(document.activeElement)) document.getElementById('list-link')?.focus()
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus()

/** The link to a list: whether there is one, the link itself directly after it was made, and the button that ends it. */
export function ListLink({ list }: { list: ShoppingList }) {
  const isMaking = useActor('shoppingLists', snapshot => snapshot.matches({ panel: { sharing: 'making' } }))
  const isStopping = useActor('shoppingLists', snapshot => snapshot.matches({ panel: { sharing: 'stopping' } }))
  const refusal = useActor('shoppingLists', ({ context }) => context.linkRefusal)
  const send = useSend('shoppingLists')
  const link = use(System)!.vault.read(linkHandle(list.id))
  const isShared = list.isShared || link !== ''
  return (
    <>
      <h2 id="list-link" tabIndex={-1} ref={takeFocus}>
        Share with a link
      </h2>
      <p>
        {isShared
          ? 'Everyone who has the link can see and change this list, without an account. They don’t see who you are.'
          : 'This list is not shared. Everyone who has a link to it could see and change it, without an account.'}
      </p>
      {refusal && (
        <Notice tone="bad" role="alert">
          {refusal.message}
        </Notice>
      )}
      {link !== '' && <Link link={link} name={list.name} />}
      {list.isShared && link === '' && (
        <p>The link is shown only once. If you have lost it, make a new one: the link before then stops working.</p>
      )}
      <div className="row">
        {link === '' && (
          <div ref={giveFocusToPart}>
            <Button pending={isMaking && 'Making a link...'} onClick={() => send({ type: 'lists.makeLink' })}>
              {isShared ? 'Make a new link' : 'Make a link'}
            </Button>
          </div>
        )}
        {isShared && (
          <div ref={giveFocusToPart}>
            <Button pending={isStopping && 'Stopping...'} onClick={() => send({ type: 'lists.stopSharing' })}>
              Stop sharing
            </Button>
          </div>
        )}
        <Button variant="soft" onClick={() => send({ type: 'lists.close' })}>
          Close
        </Button>
      </div>
    </>
  )
}

/** The link, and a button that shares or copies it. */
function Link({ link, name }: { link: string; name: string }) {
  const send = useSend('shop')
  const onShare = async () => {
    if ((await share(window, { title: name, url: link })) !== 'copied') return
    send({ type: 'toast.raised', toast: { kind: 'success', text: 'The link to this list is copied.' } })
  }
  return (
    <>
      <Field label="Link to this list" name="listLink" value={link} readOnly autoComplete="off" onChange={() => {}} />
      <div className="row">
        <Button variant="go" onClick={() => void onShare()}>
          <Icon of="share-2" />
          <span>Copy link</span>
        </Button>
      </div>
    </>
  )
}
