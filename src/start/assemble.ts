import { fromPromise, type AnyActorLogic } from 'xstate'
import { machineOf, pageOf, type PageName } from '#contract/paths'
import { register } from '#machines/journal/registry'
import { shopMachine } from '#machines/shop/shop'
import { loadListParts } from '../catalogue/load-list-parts.ts'
import { cartWith } from '../effects/cart.ts'
import { catalogueWith, listWith } from '../effects/catalogue.ts'
import type { Environment } from '../effects/environment.ts'
import { liveEffect } from '../effects/live.ts'
import { afterMissingFile } from '../release/missing-files.ts'
import { newsletterWith } from '../effects/newsletter.ts'
import { sessionWith } from '../effects/session.ts'
import type { LinkTarget } from './link-navigation.ts'
import { loadPage, type PageModule } from './pages.ts'

/** The shop's machine with its effects, and a function that loads a page's module before the page is requested. */
export function assemble(environment: Environment) {
  const { machine: list, openPages } = listWith(environment.call)
  const machine = shopMachine.provide({
    actors: {
      session: sessionWith(environment),
      cart: cartWith(environment.call, environment.storage, environment.notifyTabs, environment.writeJournalTail),
      newsletter: newsletterWith(environment.call),
      catalogue: catalogueWith(environment.call),
      list,
      loadPage: liveEffect(({ page }: { page: PageName }) => loadAsked(page)),
      reveal: fromPromise(async ({ input }) => {
        await environment.reveal(input)
        return null
      }),
    },
  })
  const adopt = (page: PageName, module: PageModule) => {
    const name = machineOf(page)
    if (name && module.machine) register(machine, name, module.machine(environment) as AnyActorLogic)
  }
  async function load(page: PageName) {
    adopt(page, await loadPage(page))
    return { page }
  }
  /** Pages whose code could not be loaded when they were requested. */
  const failed = new Set<PageName>()
  async function loadAsked(page: PageName) {
    try {
      return await load(page)
    } catch (error) {
      // some browsers don't request a file again that they could not load: only another load of the document does
      await afterMissingFile(error, failed.has(page))
      failed.add(page)
      throw error
    }
  }
  /** Loads the page of a link before it is followed. If that fails, it is loaded again, and an error shown, when it is followed. */
  async function prefetch(to: LinkTarget, withData: boolean) {
    const page = pageOf(to.pathname)
    const module = await loadPage(page)
    if (page === 'list') await loadListParts()
    if (!withData) return
    await module.prefetch?.(environment, to.pathname, load)
    if (page === 'list') (await openPages()).prefetch(to)
  }
  return { machine, load, prefetch, openPages }
}
