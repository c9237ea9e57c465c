import type { AnyStateMachine } from 'xstate'
import { lazyMachineIds, type LazyMachine } from '#contract/paths'
import { machinesBelowShop } from './machines.ts'
import { shopMachine } from './shop/shop.ts'

/** Every machine of the storefront by its id, the root first. */
export const machines: Readonly<Record<string, AnyStateMachine>> = { shop: shopMachine, ...machinesBelowShop }

/** The machines that are loaded with their page, by id. */
export const lazyMachines: Readonly<Record<string, AnyStateMachine>> = Object.fromEntries(
  lazyMachineIds.map(id => [id, machinesBelowShop[id as LazyMachine]]),
)

/** The shop with the machines of all pages. Effects are stubs that never start, so any journal can be replayed on it. */
export const wholeShop: AnyStateMachine = shopMachine.provide({ actors: lazyMachines })
