import { createElement } from 'react'
import { Router, type Navigator } from 'react-router-dom'
import { lazyMachineIds, machineOf, pageOf, titleAt, type Path } from '#contract/paths'
import { Boundary } from '../system/Boundary.tsx'
import { useActor } from '../system/actors.tsx'
import { FailedScreen } from '../not-found/PageErrorScreen.tsx'
import { BrokenPage } from '../not-found/BrokenPage.tsx'
import { BrokenPart } from '../layout/BrokenPart.tsx'
import { orderBarWith } from '../orders/OrderBar.tsx'
import { LayoutScreen } from '../layout/LayoutScreen.tsx'
import { PageShell } from '../layout/served-parts.ts'
import { loadPage, screenOf } from './pages.ts'
import { storeName } from '../store/store-name.ts'
import { useAfterHydration } from '../ui/use-hydrated.ts'

/** Its content has the code of the checkout, which is loaded already: an order may be unknown because the connection is lost. */
const OrderBar = orderBarWith(() => loadPage('checkout').then(({ OrderBarScreen }) => OrderBarScreen!))

/** The page that the shop machine shows. */
function PageScreen() {
  const shown = useActor('shop', ({ context }) => context.shown ?? context.requestedLocation)
  const loaded = useActor('shop', ({ context }) => context.loaded)
  const left = useActor('shop', ({ context }) => context.left)
  const failed = useActor('shop', snapshot => snapshot.matches('failed'))
  const spawned = useActor('shop', ({ context }) => context.spawned)
  const page = shown && pageOf(shown.pathname)
  const machine = page && machineOf(page)
  // after a logout the page's machine is stopped: renders the shell until another page is shown
  const isGone = machine !== null && lazyMachineIds.includes(machine) && !spawned.includes(machine)
  const Screen = page && !isGone && screenOf(page, loaded)
  if (failed) return <FailedScreen />
  if (Screen) return createElement(Screen, { key: left })
  // the first page's code is loading: the shell that the server rendered, and the title
  const title = shown && titleAt(shown.pathname as Path)
  return (
    <>
      <title>{title ? `${title} · ${storeName}` : storeName}</title>
      <PageShell />
    </>
  )
}

interface Props {
  navigator: Navigator
  /** Called when the page handles presses and keys; may be called more than once. */
  onHydrated?: () => void
}

/** The whole shop, rendered from its machines. The router's location is that of the page that the shop machine shows. */
export function App({ navigator, onHydrated }: Props) {
  const location = useActor('shop', ({ context }) => context.shown ?? context.requestedLocation)
  const move = useActor('shop', ({ context }) => context.shownBy)
  useAfterHydration(onHydrated)
  return (
    <Router location={location ?? '/'} navigationType={move as never} navigator={navigator} useTransitions={false}>
      <Boundary of={location} error={<BrokenPart />}>
        <LayoutScreen orderBar={<OrderBar />}>
          <Boundary of={location} error={<BrokenPage />}>
            <PageScreen />
          </Boundary>
        </LayoutScreen>
      </Boundary>
    </Router>
  )
}
