import type { SeedDeliveryMethod } from '../../database/goods.ts'

/** The ways for an order to reach its shopper, in the order in which they are offered. */
export const deliveryMethods: readonly SeedDeliveryMethod[] = [
  {
    id: 'home-delivery',
    name: 'Home delivery',
    description: 'To your door; the fee depends on how far you are from the shop.',
    needsAddress: true,
  },
  {
    id: 'express',
    name: 'Express delivery',
    description: 'Packed first and sent with the next driver.',
    fee: 1490,
    needsAddress: true,
  },
  {
    id: 'pick-up',
    name: 'Pick up at the shop',
    description: 'Collect from the counter during opening hours. We keep it cold for you.',
    fee: 0,
    needsAddress: false,
  },
]
