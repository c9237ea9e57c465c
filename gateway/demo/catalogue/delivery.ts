import type { SeedDeliveryMethod } from '../../database/goods.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const weekend = [6, 7]

/** The delivery methods, in the order in which they are offered. */
export const deliveryMethods: readonly SeedDeliveryMethod[] = [
  {
    id: 'home-delivery',
    name: 'Home delivery',
    description: 'To your door in Eastwood and nearby.',
    needsAddress: true,
    // the cut-off of both evening windows is 2 pm
    slots: [
      { weekdays: weekend, from: '09:00', to: '11:00', capacity: 6, cutOffHours: 14 },
      { weekdays: everyDay, from: '17:00', to: '19:00', capacity: 10, cutOffHours: 3 },
      { weekdays: everyDay, from: '19:00', to: '20:30', capacity: 8, cutOffHours: 5 },
    ],
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
    slots: ['09:00', '11:00', '13:00', '15:00', '17:00'].map(from => ({
      weekdays: everyDay,
      from,
      to: `${String(Number(from.slice(0, 2)) + 2).padStart(2, '0')}:00`,
      capacity: 8,
      cutOffHours: 2,
    })),
  },
]
