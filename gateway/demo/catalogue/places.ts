/** A country that orders come from. */
export interface CatalogueCountry {
  id: number
  name: string
}

/** A state, territory or region of a country. */
export interface CatalogueRegion {
  id: number
  countryId: number
  name: string
}

/** A suburb with its post code, and whether the shop's own vans go there. */
export interface CatalogueSuburb {
  regionId: number
  name: string
  postCode: string
  inDeliveryArea: boolean
}

/** The countries, the shop's own first. */
export const countries: readonly CatalogueCountry[] = [
  { id: 1, name: 'Australia' },
  { id: 2, name: 'New Zealand' },
]

/** The states and territories of Australia, then the regions of New Zealand from north to south. */
export const regions: readonly CatalogueRegion[] = [
  { id: 1, countryId: 1, name: 'New South Wales' },
  { id: 2, countryId: 1, name: 'Victoria' },
  { id: 3, countryId: 1, name: 'Queensland' },
  { id: 4, countryId: 1, name: 'South Australia' },
  { id: 5, countryId: 1, name: 'Western Australia' },
  { id: 6, countryId: 1, name: 'Tasmania' },
  { id: 7, countryId: 1, name: 'Australian Capital Territory' },
  { id: 8, countryId: 1, name: 'Northern Territory' },
  { id: 21, countryId: 2, name: 'Northland' },
  { id: 22, countryId: 2, name: 'Auckland' },
  { id: 23, countryId: 2, name: 'Waikato' },
  { id: 24, countryId: 2, name: 'Bay of Plenty' },
  { id: 25, countryId: 2, name: 'Gisborne' },
  { id: 26, countryId: 2, name: "Hawke's Bay" },
  { id: 27, countryId: 2, name: 'Taranaki' },
  { id: 28, countryId: 2, name: 'Manawatū-Whanganui' },
  { id: 29, countryId: 2, name: 'Wellington' },
  { id: 30, countryId: 2, name: 'Tasman' },
  { id: 31, countryId: 2, name: 'Nelson' },
  { id: 32, countryId: 2, name: 'Marlborough' },
  { id: 33, countryId: 2, name: 'West Coast' },
  { id: 34, countryId: 2, name: 'Canterbury' },
  { id: 35, countryId: 2, name: 'Otago' },
  { id: 36, countryId: 2, name: 'Southland' },
]

/** Suburbs of a region, written as 'Eastwood 2122'. */
const suburbsIn = (regionId: number, inDeliveryArea: boolean, list: readonly string[]): CatalogueSuburb[] =>
  list.map(one => ({ regionId, name: one.slice(0, -5), postCode: one.slice(-4), inDeliveryArea }))

/** The suburbs to choose from: by name, the delivery area around Eastwood first, then the rest of each region. */
export const suburbs: readonly CatalogueSuburb[] = [
  ...suburbsIn(1, true, [
    'Beecroft 2119',
    'Carlingford 2118',
    'Cheltenham 2119',
    'Denistone 2114',
    'Denistone East 2112',
    'Denistone West 2114',
    'Dundas 2117',
    'Dundas Valley 2117',
    'East Ryde 2113',
    'Eastwood 2122',
    'Epping 2121',
    'Ermington 2115',
    'Gladesville 2111',
    'Macquarie Park 2113',
    'Marsfield 2122',
    'Meadowbank 2114',
    'Melrose Park 2114',
    'North Epping 2121',
    'North Ryde 2113',
    'Oatlands 2117',
    'Pennant Hills 2120',
    'Putney 2112',
    'Rhodes 2138',
    'Rydalmere 2116',
    'Ryde 2112',
    'Telopea 2117',
    'West Ryde 2114',
  ]),
  ...suburbsIn(1, false, [
    'Artarmon 2064',
    'Ashfield 2131',
    'Auburn 2144',
    'Baulkham Hills 2153',
    'Burwood 2134',
    'Cabramatta 2166',
    'Campsie 2194',
    'Castle Hill 2154',
    'Chatswood 2067',
    'Cherrybrook 2126',
    'Concord 2137',
    'Concord West 2138',
    'Gordon 2072',
    'Haymarket 2000',
    'Homebush 2140',
    'Hornsby 2077',
    'Hunters Hill 2110',
    'Hurstville 2220',
    'Killara 2071',
    'Lane Cove 2066',
    'Lidcombe 2141',
    'Lindfield 2070',
    'Newington 2127',
    'Newtown 2042',
    'North Parramatta 2151',
    'North Strathfield 2137',
    'North Sydney 2060',
    'Northmead 2152',
    'Parramatta 2150',
    'Pymble 2073',
    'Roseville 2069',
    'Silverwater 2128',
    'St Leonards 2065',
    'Strathfield 2135',
    'Sydney 2000',
    'Sydney Olympic Park 2127',
    'Thornleigh 2120',
    'Turramurra 2074',
    'Ultimo 2007',
    'Wahroonga 2076',
    'Wentworth Point 2127',
    'West Pennant Hills 2125',
    'Westmead 2145',
  ]),
  ...suburbsIn(2, false, [
    'Box Hill 3128',
    'Carlton 3053',
    'Clayton 3168',
    'Dandenong 3175',
    'Doncaster 3108',
    'Footscray 3011',
    'Geelong 3220',
    'Glen Waverley 3150',
    'Melbourne 3000',
    'Preston 3072',
    'Richmond 3121',
    'Springvale 3171',
    'St Kilda 3182',
    'Sunshine 3020',
  ]),
  ...suburbsIn(3, false, [
    'Brisbane City 4000',
    'Cairns City 4870',
    'Chermside 4032',
    'Darra 4076',
    'Fortitude Valley 4006',
    'Inala 4077',
    'Southport 4215',
    'Sunnybank 4109',
    'Sunnybank Hills 4109',
    'Surfers Paradise 4217',
    'Toowong 4066',
    'Townsville City 4810',
    'West End 4101',
  ]),
  ...suburbsIn(4, false, [
    'Adelaide 5000',
    'Glenelg 5045',
    'Kilburn 5084',
    'Marion 5043',
    'Mawson Lakes 5095',
    'North Adelaide 5006',
    'Norwood 5067',
    'Prospect 5082',
    'Salisbury 5108',
    'Unley 5061',
  ]),
  ...suburbsIn(5, false, [
    'Cannington 6107',
    'Fremantle 6160',
    'Girrawheen 6064',
    'Joondalup 6027',
    'Mirrabooka 6061',
    'Morley 6062',
    'Northbridge 6003',
    'Perth 6000',
    'Subiaco 6008',
    'Victoria Park 6100',
  ]),
  ...suburbsIn(6, false, [
    'Burnie 7320',
    'Devonport 7310',
    'Glenorchy 7010',
    'Hobart 7000',
    'Kingston 7050',
    'Launceston 7250',
    'Moonah 7009',
    'North Hobart 7000',
    'Sandy Bay 7005',
  ]),
  ...suburbsIn(7, false, [
    'Belconnen 2617',
    'Braddon 2612',
    'Bruce 2617',
    'City 2601',
    'Dickson 2602',
    'Greenway 2900',
    'Gungahlin 2912',
    'Kingston 2604',
    'Phillip 2606',
  ]),
  ...suburbsIn(8, false, [
    'Alice Springs 0870',
    'Casuarina 0810',
    'Darwin City 0800',
    'Katherine 0850',
    'Nightcliff 0810',
    'Palmerston City 0830',
    'Parap 0820',
    'Rapid Creek 0810',
    'Stuart Park 0820',
  ]),
]
