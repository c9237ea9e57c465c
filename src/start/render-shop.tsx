import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Navigator } from 'react-router-dom'
import { createActor, type AnyStateMachine } from 'xstate'
import type { Vault } from '#machines/journal/vault'
import type { ShopActor } from '#machines/shop/shop'
import { loadLazyParts } from '../journal/load-lazy-parts.ts'
import { System, type Running } from '../system/actors.tsx'
import { App } from './App.tsx'
import type { Early } from './early-input.ts'
import type { Served } from './server-state.ts'

interface Options {
  shop: ShopActor
  machine: AnyStateMachine
  /** The state that the server rendered; null if it rendered none. */
  served: Served | null
  vault: Vault
  navigator: Navigator
  log(...words: unknown[]): void
  /** Called when hydration is done, possibly more than once. */
  onHydrated(): void
}

/** Renders the shop, or hydrates what the server rendered. */
export function renderShop({ shop, machine, served, vault, navigator, log, onHydrated }: Options): void {
  const report = (failure: unknown) => {
    if (import.meta.env.DEV) log(failure)
    loadLazyParts()
      .then(({ reportFailure }) => reportFailure(shop, failure))
      .catch(log)
  }
  const root = document.getElementById('root')!
  const running: Running = { shop, served: shop, vault, report }
  const afterHydration = () => {
    running.served = shop
    onHydrated()
  }
  const page = (
    <StrictMode>
      <System value={running}>
        <App navigator={navigator} onHydrated={afterHydration} />
      </System>
    </StrictMode>
  )
  if (served) {
    running.served = createActor(machine, { id: 'shop', snapshot: structuredClone(served.snapshot) as never })
    ;(window as { early?: Early }).early?.collect()
    startTransition(() => void hydrateRoot(root, page, { onRecoverableError: report }))
  } else createRoot(root, { onRecoverableError: report }).render(page)
}
