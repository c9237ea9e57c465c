import type { SeedCoupon } from '../../database/goods.ts'

/** The coupons of the reference shop: two without conditions, two with, one that has expired and one that is used up. */
export const coupons: readonly SeedCoupon[] = [
  {
    couponCode: 'WELCOME10',
    discountType: 'percent',
    percentOff: 10,
    description: '10% off your order',
    used: 214,
  },
  {
    couponCode: 'LANTERN5',
    discountType: 'amount',
    centsOff: 500,
    description: '$5.00 off your order',
    used: 87,
  },
  {
    couponCode: 'PANTRY15',
    discountType: 'amount',
    centsOff: 1500,
    minimumAmount: 10_000,
    description: '$15.00 off orders of $100.00 and more',
    used: 31,
  },
  {
    couponCode: 'FIRST50',
    discountType: 'percent',
    percentOff: 15,
    minimumAmount: 4000,
    description: '15% off orders of $40.00 and more, for the first fifty',
    usesLimit: 50,
    used: 46,
  },
  {
    couponCode: 'HOTPOT20',
    discountType: 'percent',
    percentOff: 20,
    description: '20% off your order, while hot pot week lasted',
    used: 128,
    endsAt: '2024-07-31T13:59:59.000Z',
  },
  {
    couponCode: 'MOONCAKE8',
    discountType: 'amount',
    centsOff: 800,
    minimumAmount: 5000,
    description: '$8.00 off orders of $50.00 and more, for the first thirty',
    usesLimit: 30,
    used: 30,
  },
]
