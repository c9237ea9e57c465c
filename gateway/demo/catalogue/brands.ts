import type { DemoBrand } from './catalogue.ts'

/** The brands, all invented; ids begin at 101, so that none is also the id of a category. */
export const brands = [
  {
    id: 101,
    name: 'Golden Paddy',
    rank: 1,
    colours: { main: '#B9261C', deep: '#7E140D', accent: '#F2B632', ink: '#51140E' },
  },
  {
    id: 102,
    name: 'Red Crane',
    rank: 2,
    colours: { main: '#C2281D', deep: '#3A130C', accent: '#F4C95D', ink: '#2C130D' },
  },
  { id: 103, name: 'Hanok', rank: 3, colours: { main: '#1B3C8C', deep: '#10265C', accent: '#E5482D', ink: '#151D39' } },
  {
    id: 104,
    name: 'Auntie Mei',
    rank: 4,
    colours: { main: '#A91C12', deep: '#5E0E07', accent: '#F7A531', ink: '#40100B' },
  },
  { id: 105, name: 'Kuro', rank: 5, colours: { main: '#1F1A18', deep: '#0E0B0A', accent: '#C8321F', ink: '#140F0C' } },
  { id: 106, name: 'Umi', rank: 6, colours: { main: '#17607F', deep: '#0B3B52', accent: '#F2A48E', ink: '#122934' } },
  {
    id: 107,
    name: 'Sunbird',
    rank: 7,
    colours: { main: '#C42413', deep: '#85140A', accent: '#FFC93D', ink: '#55140C' },
  },
  {
    id: 108,
    name: 'Siam Coco',
    rank: 8,
    colours: { main: '#0B6B64', deep: '#07433F', accent: '#FFE08A', ink: '#102D29' },
  },
  {
    id: 109,
    name: 'Jade Garden',
    rank: 9,
    colours: { main: '#12704F', deep: '#0A4632', accent: '#E9C46A', ink: '#122F22' },
  },
  {
    id: 110,
    name: 'Sawadee',
    rank: 10,
    colours: { main: '#5B2A86', deep: '#3A1759', accent: '#F6B93B', ink: '#2C1538' },
  },
  { id: 111, name: 'North Gate', colours: { main: '#8E1F2F', deep: '#57101C', accent: '#E7B45A', ink: '#3C1116' } },
  { id: 112, name: 'Uji House', colours: { main: '#3F6B2A', deep: '#274519', accent: '#DCE6A8', ink: '#222E14' } },
  { id: 113, name: 'Warung Satu', colours: { main: '#B7410E', deep: '#742705', accent: '#FFD23F', ink: '#4C1E09' } },
  { id: 114, name: 'Harbour Catch', colours: { main: '#123F6D', deep: '#0A2747', accent: '#FF9F6B', ink: '#121E2E' } },
  { id: 115, name: 'Three Boats', colours: { main: '#0E5A8A', deep: '#083A5B', accent: '#F5D061', ink: '#112839' } },
  { id: 116, name: 'White Lotus', colours: { main: '#2F7D6B', deep: '#1B5044', accent: '#F7C8D8', ink: '#1B352C' } },
  { id: 117, name: 'Mochi-Mochi', colours: { main: '#B03A66', deep: '#742141', accent: '#FBD3DF', ink: '#4C1B2A' } },
  { id: 118, name: 'Bubble Lane', colours: { main: '#7A3E9D', deep: '#4E2368', accent: '#FFB3C7', ink: '#371C40' } },
  { id: 119, name: 'Bean & Bean', colours: { main: '#7A5A24', deep: '#4D3712', accent: '#F6E3B4', ink: '#362711' } },
  { id: 120, name: 'Lantern Fresh', colours: { main: '#2E7D32', deep: '#1B5220', accent: '#F8C840', ink: '#1B3618' } },
  { id: 121, name: 'Plum Terrace', colours: { main: '#8C1D4F', deep: '#571030', accent: '#F3C969', ink: '#3C1121' } },
  { id: 122, name: 'Crackle Cove', colours: { main: '#B4510B', deep: '#793404', accent: '#FFE27A', ink: '#4F2509' } },
  { id: 123, name: 'Lorong Lima', colours: { main: '#006B6B', deep: '#004545', accent: '#FF8A5B', ink: '#0C2E2D' } },
  { id: 124, name: 'Saffron Steps', colours: { main: '#A8480A', deep: '#6E2D03', accent: '#FFC24B', ink: '#492108' } },
] as const satisfies readonly DemoBrand[]

/** The name of a maker; fresh goods without one are the house's own, 'Lantern Fresh', and are sold without its name. */
export type BrandName = (typeof brands)[number]['name']
