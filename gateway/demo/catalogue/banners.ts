import type { DemoBanner } from './catalogue.ts'

const banner = (words: Omit<DemoBanner, 'alt'>): DemoBanner => ({
  ...words,
  alt: `${words.headline}. ${words.text}`,
})

/** The banners of the home page, in the order of the carousel. */
export const banners: readonly DemoBanner[] = [
  banner({
    image: 'hot-pot',
    kicker: 'Around one pot',
    headline: 'Hot pot season is here',
    text: 'Broth, prawns, tofu, mushrooms and the good chilli oil. Everything for the table, in one basket.',
    button: 'Shop hot pot',
    href: '/main/product-list/0?by=search&q=hot%20pot',
  }),
  banner({
    image: 'fresh',
    headline: 'Greens with a crunch',
    text: 'Bok choy, gai lan, Thai basil and honey mangoes, for tonight and for the weekend.',
    button: 'Shop fruit and vegetables',
    href: '/main/product-list/4?by=category',
  }),
  banner({
    image: 'noodle-night',
    kicker: 'Dinner in ten minutes',
    headline: 'Noodle night',
    text: 'Tonkotsu, ramyun, mi goreng, pho: pick your bowls and put the kettle on.',
    button: 'Shop noodles',
    href: '/main/product-list/2?by=category',
  }),
  banner({
    image: 'moon-festival',
    kicker: 'To share and to give',
    headline: 'Under the same moon',
    text: 'Lotus and mixed nut mooncakes, lanterns, and tea to pour beside them.',
    button: 'Shop gifts and festivals',
    href: '/main/product-list/10?by=category',
  }),
]
