import { fromPromise, type AnyActorLogic } from 'xstate'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { machineOf, type PageName } from '#contract/paths'
import { register } from '#machines/journal/registry'
import type { Vault } from '#machines/journal/vault'
import { shopMachine } from '#machines/shop/shop'
import { cartWith } from '../effects/cart.ts'
import { catalogueWith, listWith } from '../effects/catalogue.ts'
import type { Client } from '../effects/client.ts'
import { liveEffect } from '../effects/live.ts'
import { newsletterWith } from '../effects/newsletter.ts'
import { sessionWith } from '../effects/session.ts'
import type { ShopStorage } from '../effects/storage.ts'
import { loadPage, type PageModule } from './pages.ts'
import type { Reveal } from './reveal.ts'

/** What the charts need of the place they run in. */
export interface World {
  call: Client
  keep: ShopStorage
  reveal: Reveal
  /** Passwords while they are typed. */
  vault: Vault
  /** Milliseconds since the epoch. */
  now(): number
  log(...words: unknown[]): void
  /** Writes the journal's tail down at once. */
  remember(): void
  /** Deletes the shopper's journals. */
  forgetJournal(): Promise<void>
  /** Loads the page again. */
  reload(): void
  /** Says to other tabs that the cart has changed. */
  tellOthers(): void
  /** The checkout of this tab; undefined before it was opened. */
  checkout(): CheckoutSnapshot | undefined
  /** Takes the browser to the address itself, when a page's code can't be had. */
  leaveFor?(page: PageName): void
}

/** The shop's chart with every effect real, and a way to bring a page's module in before it is asked for. */
export function assemble(world: World) {
  const machine = shopMachine.provide({
    actors: {
      session: sessionWith(world),
      cart: cartWith(world.call, world.keep, world.tellOthers, world.remember),
      newsletter: newsletterWith(world.call),
      catalogue: catalogueWith(world.call),
      list: listWith(world.call),
      loadPage: liveEffect(({ page }: { page: PageName }) => load(page)),
      reveal: fromPromise(async ({ input }) => {
        await world.reveal(input)
        return null
      }),
    },
  })
  const adopt = (page: PageName, module: PageModule) => {
    const name = machineOf(page)
    if (name && module.machine) register(machine, name, module.machine(world) as AnyActorLogic)
  }
  async function load(page: PageName) {
    adopt(page, await loadPage(page))
    return { page }
  }
  return { machine, load }
}
