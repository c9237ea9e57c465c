import '../styles/index.css'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { createVault } from '#machines/journal/vault'
import { watchSilentInput } from '../form/silent-input.ts'
import { followLinks } from '../start/link-navigation.ts'
import { createOfficeClient } from './office-client.ts'
import { officeWith } from './office-effects.ts'
import { OfficeApp } from './OfficeApp.tsx'
import { System } from './system.tsx'

const vault = createVault()
const call = createOfficeClient({
  // failed calls are logged, as in the shop
  log: (...words) => console.error(...words),
  loggedOut: () => office.send({ type: 'session.expired' }),
})
const office = createActor(officeWith(call, vault))

const tell = () => office.send({ type: 'location.changed', path: window.location.pathname })
const go = (how: 'pushState' | 'replaceState', to: string) => {
  window.history[how](null, '', to)
  tell()
}
window.addEventListener('popstate', tell)
const tellVisibility = () =>
  office.send({ type: 'visibility.changed', isVisible: document.visibilityState === 'visible' })
document.addEventListener('visibilitychange', tellVisibility)
office.on('go', ({ to }) => queueMicrotask(() => go('replaceState', to)))
followLinks(document, to => (to.startsWith('/office') ? go('pushState', to) : window.location.assign(to)))

watchSilentInput()
office.start()
tellVisibility()
tell()
createRoot(document.getElementById('root')!).render(
  <System value={{ office, vault }}>
    <OfficeApp />
  </System>,
)
