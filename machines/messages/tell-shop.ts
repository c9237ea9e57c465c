import type { ShopEvent } from './shop-events.ts'
import { tellParent } from '../parts/tell-parent.ts'

/** Sends an event to the shop's machine, from one of its direct children. */
export const tellShop = tellParent<ShopEvent>()
