import { productPath } from '#contract/paths'
import { useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { share as shareItem } from '../ui/share.ts'

/** Shares the link of a product. */
export function ShareButton({ id, name }: { id: number; name: string }) {
  const send = useSend('shop')
  const share = async () => {
    const shared = await shareItem(window, { title: name, url: window.location.origin + productPath(id) })
    if (shared !== 'copied') return
    send({ type: 'toast.raised', toast: { kind: 'success', text: 'The link to this product is copied.' } })
  }
  return (
    <Button aria-label={`Share ${name}`} data-screen-only onClick={() => void share()}>
      <Icon of="share-2" />
      <span>Share</span>
    </Button>
  )
}
