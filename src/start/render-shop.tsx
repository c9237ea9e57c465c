import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { loadLazyParts } from '../journal/load-lazy-parts.ts'
import { System, type Running } from '../system/actors.tsx'
import { afterHydration } from './after-hydration.ts'
import { App } from './App.tsx'
import type { Early } from './early-input.ts'
import type { StartedShop } from './started-shop.ts'

/** Renders the shop, or hydrates what the server rendered. */
export function renderShop(started: StartedShop): void {
  const { shop, machine, served, navigator, environment, prefetch } = started
  const { vault, log, call } = environment
  const report = (failure: unknown) => {
    if (import.meta.env.DEV) log(failure)
    loadLazyParts()
      .then(({ reportFailure }) => reportFailure(shop, failure))
      .catch(log)
  }
  const root = document.getElementById('root')!
  const running: Running = { shop, served: shop, vault, report, prefetch, call }
  const onHydrated = () => {
    running.served = shop
    void afterHydration(window, started)
  }
  const page = (
    <StrictMode>
      <System value={running}>
        <App navigator={navigator} onHydrated={onHydrated} />
      </System>
    </StrictMode>
  )
  if (served) {
    running.served = createActor(machine, { id: 'shop', snapshot: structuredClone(served.snapshot) as never })
    ;(window as { early?: Early }).early?.collect()
    startTransition(() => void hydrateRoot(root, page, { onRecoverableError: report }))
  } else createRoot(root, { onRecoverableError: report }).render(page)
}
