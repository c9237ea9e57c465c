import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/index.css'
import { System } from './actors.tsx'
import { createAddressBar } from './address.ts'
import { App } from './App.tsx'
import { createClient } from './effects/client.ts'
import { createKeep, storageKeys } from './effects/storage.ts'
import { createKeeper } from './journal/keeper.ts'
import { startVisit } from './journal/visit.ts'
import { createReveal } from './reveal.ts'
import { assemble } from './shop.ts'
import { listenForToasts } from './toasting.ts'

// failed calls are logged, as section 8 wants
const log = (...words: unknown[]) => console.error(...words)
const keep = createKeep(() => window.localStorage)
const keeper = createKeeper()
const tabs = new BroadcastChannel('shop')

const { machine, load } = assemble({
  call: createClient({
    base: import.meta.env.VITE_API_BASE_URL ?? '/v1',
    token: () => keep.token(),
    now: () => Date.now(),
    log,
  }),
  keep,
  reveal: createReveal(window),
  remember: () => keeper.remember(),
  tellOthers: () => tabs.postMessage({ type: 'cart.changed' }),
})

const shop = await startVisit({ window, machine, load, keeper, log })
const cart = () => shop.getSnapshot().children.cart
const addressBar = createAddressBar(window, (move, location) => shop.send({ type: 'address.changed', move, location }))

listenForToasts(shop, to => addressBar.navigator.push(to))
// a chart reports in the middle of a transition: what it asks for comes after it
shop.on('go', ({ to }) => queueMicrotask(() => addressBar.navigator.push(to)))

const begin = () => {
  const flow = shop.getSnapshot().context.flow || crypto.randomUUID()
  shop.send({ type: 'visit.began', flow, sessionId: keep.sessionId() })
}
begin()
shop.send({ type: 'address.changed', move: 'POP', location: addressBar.here() })

tabs.addEventListener('message', () => cart()?.send({ type: 'cart.reread' }))
window.addEventListener('storage', ({ key }) => {
  if (key === storageKeys.session) begin()
})
window.addEventListener('pagehide', () => {
  keeper.remember()
  keeper.flush()
})
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) cart()?.send({ type: 'cart.reread' })
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <System value={shop}>
      <App navigator={addressBar.navigator} />
    </System>
  </StrictMode>,
)
