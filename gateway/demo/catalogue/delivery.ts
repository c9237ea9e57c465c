import type { SeedDeliveryMethod } from '../../database/goods.ts'

/** The delivery methods, in the order in which they are offered. */
export const deliveryMethods: readonly SeedDeliveryMethod[] = [
  {
    id: 'home-delivery',
    name: 'Home delivery',
    description: 'To your door in Eastwood and nearby.',
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
    description: 'Collect in store during opening hours. We’ll keep it chilled.',
    fee: 0,
    needsAddress: false,
  },
]
