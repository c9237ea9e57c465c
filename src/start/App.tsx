import { createElement } from 'react'
import { Router, type Navigator } from 'react-router-dom'
import { lazyMachineIds, machineOf, pageOf, titleAt, type Path } from '#contract/paths'
import { useActor } from '../system/actors.tsx'
import { FailedScreen } from '../not-found/PageErrorScreen.tsx'
import { LayoutScreen } from '../layout/LayoutScreen.tsx'
import { PageShell } from '../layout/served-parts.ts'
import { screenOf } from './pages.ts'
import { storeName } from '../store/store-name.ts'
import { useAfterHydration } from '../ui/use-hydrated.ts'

/** The page that the shop's machine says is shown. */
function PageScreen() {
  const shown = useActor('shop', ({ context }) => context.shown ?? context.asked)
  const loaded = useActor('shop', ({ context }) => context.loaded)
  const left = useActor('shop', ({ context }) => context.left)
  const failed = useActor('shop', snapshot => snapshot.matches('failed'))
  const spawned = useActor('shop', ({ context }) => context.spawned)
  const page = shown && pageOf(shown.pathname)
  const machine = page && machineOf(page)
  // a page whose machine has gone with its shopper shows nothing until another one is there
  const isGone = machine !== null && lazyMachineIds.includes(machine) && !spawned.includes(machine)
  const Screen = page && !isGone && screenOf(page, loaded)
  if (failed) return <FailedScreen />
  if (Screen) return createElement(Screen, { key: left })
  // the first page's code is loading: what the server rendered of it, and its title
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
  onAlive?: () => void
}

/** The whole shop, drawn from its machines; links and the location follow what the machine says is shown. */
export function App({ navigator, onAlive }: Props) {
  const location = useActor('shop', ({ context }) => context.shown ?? context.asked)
  const move = useActor('shop', ({ context }) => context.shownBy)
  useAfterHydration(onAlive)
  return (
    <Router location={location ?? '/'} navigationType={move as never} navigator={navigator} useTransitions={false}>
      <LayoutScreen>
        <PageScreen />
      </LayoutScreen>
    </Router>
  )
}
