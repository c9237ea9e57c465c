import type { SeedAisle } from '../../database/goods.ts'

/** The ten aisles in the order of the menu; aisle ids are 1 to 10, sub-category ids begin at 11. */
export const aisles = [
  {
    id: 1,
    title: 'Rice & Grains',
    image: 'rice',
    children: [
      { id: 11, title: 'Rice' },
      { id: 12, title: 'Flours & Batters' },
      { id: 13, title: 'Beans, Lentils & Seeds' },
    ],
  },
  {
    id: 2,
    title: 'Noodles',
    image: 'noodles',
    children: [
      { id: 14, title: 'Instant & Cup Noodles' },
      { id: 15, title: 'Wheat & Egg Noodles' },
      { id: 16, title: 'Rice & Glass Noodles' },
    ],
  },
  {
    id: 3,
    title: 'Sauces & Pastes',
    image: 'sauces',
    children: [
      { id: 17, title: 'Soy, Oyster & Fish Sauces' },
      { id: 18, title: 'Chilli Sauces & Oils' },
      { id: 19, title: 'Curry, Miso & Cooking Pastes' },
      { id: 20, title: 'Vinegars, Oils & Seasonings' },
    ],
  },
  {
    id: 4,
    title: 'Fruit & Vegetables',
    image: 'fresh',
    children: [
      { id: 21, title: 'Greens & Herbs' },
      { id: 22, title: 'Vegetables & Mushrooms' },
      { id: 23, title: 'Fruit' },
      { id: 24, title: 'Tofu & Kimchi' },
    ],
  },
  {
    id: 5,
    title: 'Meat & Seafood',
    image: 'seafood',
    children: [
      { id: 25, title: 'Meat, Poultry & Eggs' },
      { id: 26, title: 'Fish & Shellfish' },
      { id: 27, title: 'Fish Balls & Fish Cakes' },
    ],
  },
  {
    id: 6,
    title: 'Frozen',
    image: 'frozen',
    children: [
      { id: 28, title: 'Dumplings & Buns' },
      { id: 29, title: 'Breads, Rolls & Snacks' },
      { id: 30, title: 'Frozen Staples' },
      { id: 31, title: 'Ice Cream & Desserts' },
    ],
  },
  {
    id: 7,
    title: 'Snacks & Sweets',
    image: 'snacks',
    children: [
      { id: 32, title: 'Crisps, Crackers & Seaweed' },
      { id: 33, title: 'Biscuits & Cakes' },
      { id: 34, title: 'Mochi, Lollies & Jellies' },
      { id: 35, title: 'Nuts & Dried Fruit' },
    ],
  },
  {
    id: 8,
    title: 'Tea & Drinks',
    image: 'tea',
    children: [
      { id: 36, title: 'Tea' },
      { id: 37, title: 'Coffee & Bubble Tea' },
      { id: 38, title: 'Soft Drinks & Soy Milk' },
    ],
  },
  { id: 9, title: 'Tins & Coconut', image: 'tins', children: [] },
  { id: 10, title: 'Gifts & Festivals', image: 'gifts', children: [] },
] as const satisfies readonly SeedAisle[]

/** The title of a shelf a product may be on: a sub-category, or an aisle that has none. */
export type ShelfTitle =
  | (typeof aisles)[number]['children'][number]['title']
  | Extract<(typeof aisles)[number], { children: readonly [] }>['title']
