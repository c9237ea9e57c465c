import { allergens, type Allergen, type Diet, type PackSize } from '#contract/product-facts'
import type { SeedProduct } from '../../database/goods.ts'
import type { BrandName } from './brands.ts'
import { nutritionOf, type FoodKind } from './nutrition.ts'

/** What the label of a product says, as far as the seed data has it. */
export type LabelFacts = Pick<
  SeedProduct,
  'ingredients' | 'allergens' | 'mayContain' | 'nutrition' | 'origin' | 'storage' | 'diets' | 'size'
>

/** The country of a brand, where the product states no other. */
const origins: Record<BrandName, string> = {
  'Golden Paddy': 'Thailand',
  'Red Crane': 'China',
  Hanok: 'South Korea',
  'Auntie Mei': 'China',
  Kuro: 'Japan',
  Umi: 'Japan',
  Sunbird: 'Thailand',
  'Siam Coco': 'Thailand',
  'Jade Garden': 'China',
  Sawadee: 'Thailand',
  'North Gate': 'Australia',
  'Uji House': 'Japan',
  'Warung Satu': 'Indonesia',
  'Harbour Catch': 'Australia',
  'Three Boats': 'Vietnam',
  'White Lotus': 'Australia',
  'Mochi-Mochi': 'Japan',
  'Bubble Lane': 'Taiwan',
  'Bean & Bean': 'Australia',
  'Lantern Fresh': 'Australia',
  'Plum Terrace': 'China',
  'Crackle Cove': 'Malaysia',
  'Lorong Lima': 'Malaysia',
  'Saffron Steps': 'India',
}

/** Diets as a label states them; what is vegan is vegetarian too. */
type Statement = '' | `${'' | 'vegetarian ' | 'vegan '}${'' | 'gluten-free '}${'' | 'halal '}`

interface Row {
  kind: FoodKind
  /** Absent for food that has no list of ingredients: fruit, vegetables, meat and fish as they are. */
  ingredients?: string
  diets: readonly Diet[]
  mayContain: readonly Allergen[]
  origin?: string
}

function row(
  kind: FoodKind,
  ingredients: string,
  statement: Statement = '',
  more: { mayContain?: readonly Allergen[]; origin?: string } = {},
): Row {
  const stated = statement.split(' ').filter(Boolean) as Diet[]
  return {
    kind,
    ...(ingredients && { ingredients }),
    diets: stated.includes('vegan') ? ['vegetarian', ...stated] : stated,
    mayContain: more.mayContain ?? [],
    ...(more.origin && { origin: more.origin }),
  }
}

/** Nuts that lines share on which cakes and sweets are made. */
const nuts: readonly Allergen[] = ['almond', 'cashew', 'hazelnut', 'walnut']

/** The labels by product. Some have none: things that are no food, packs of several products with labels of their own, and two teas. */
const rows: Readonly<Record<number, Row>> = {
  101: row('whiteRice', 'Jasmine rice.', 'vegan gluten-free '),
  102: row('whiteRice', 'Jasmine rice.', 'vegan gluten-free '),
  103: row('brownRice', 'Wholegrain jasmine rice.', 'vegan gluten-free '),
  104: row('whiteRice', 'Glutinous rice.', 'vegan '),
  105: row('brownRice', 'Black glutinous rice.', 'vegan '),
  106: row('whiteRice', 'Koshihikari rice.', 'vegan gluten-free '),
  107: row('whiteRice', 'Short grain rice.', 'vegan gluten-free '),
  108: row('whiteRice', 'Medium grain rice.', 'vegan gluten-free '),
  109: row(
    'grains',
    'Brown rice, black rice, barley, millet, sorghum, black soybeans, red beans, sesame seeds, peas.',
    'vegan ',
    { mayContain: ['wheat', 'oats', 'rye'] },
  ),
  110: row('whiteRice', 'Aged basmati rice.', 'vegan gluten-free halal '),
  111: row('whiteRice', 'Broken jasmine rice.', 'vegan gluten-free '),
  112: row('riceFlour', 'Rice flour.', 'vegan gluten-free '),
  113: row('riceFlour', 'Glutinous rice flour.', 'vegan gluten-free '),
  114: row('starch', 'Tapioca starch.', 'vegan gluten-free '),
  115: row('starch', 'Potato starch.', 'vegan gluten-free '),
  116: row('wheatFlour', 'Wheat flour.', 'vegan ', { mayContain: ['soy'] }),
  117: row('wheatFlour', 'Wheat flour, raising agents (450, 500).', 'vegan ', { mayContain: ['soy'] }),
  118: row('crumbs', 'Wheat flour, sugar, yeast, soybean oil, salt.', 'vegan ', { mayContain: ['milk', 'egg'] }),
  119: row('batter', 'Wheat flour, corn starch, rice flour, raising agents (450, 500), salt.', 'vegan ', {
    mayContain: ['egg', 'milk'],
  }),
  120: row('lentils', 'Red lentils.', 'vegan halal ', { mayContain: ['gluten', 'wheat'] }),
  121: row('lentils', 'Split mung beans.', 'vegan halal ', { mayContain: ['gluten', 'wheat'] }),
  122: row('lentils', 'Adzuki beans.', 'vegan '),
  123: row('sesame', 'Sesame seeds.', 'vegan gluten-free '),

  201: row(
    'instantNoodles',
    'Noodles (wheat flour, palm oil, potato starch, salt), soup base (chilli, soy sauce powder (soybeans, wheat), salt, sugar, garlic, beef flavour, milk powder, yeast extract), dried vegetables.',
    '',
    { mayContain: ['egg', 'crustacean'] },
  ),
  202: row(
    'instantNoodles',
    'Noodles (wheat flour, palm oil, egg, salt), soup base (pork bone extract, milk powder, soy sauce (soybeans, wheat), salt, sesame), sliced pork, egg, spring onion.',
    '',
    { mayContain: ['crustacean', 'fish'] },
  ),
  203: row(
    'instantNoodles',
    'Noodles (wheat flour, palm oil, tapioca starch, salt), sweet soy sauce (palm sugar, soybeans, wheat, salt), seasoning oil (palm oil, shallot, sesame), chilli powder, fried shallots.',
    'vegetarian halal ',
    { mayContain: ['egg', 'milk', 'crustacean'] },
  ),
  204: row(
    'instantNoodles',
    'Noodles (wheat flour, palm oil, potato starch, salt), black bean sauce (roasted soybeans, wheat, caramel, onion, pork fat), milk powder, vegetable flakes.',
    '',
    { mayContain: ['egg', 'crustacean'] },
  ),
  205: row(
    'instantNoodles',
    'Noodles (wheat flour, palm oil, potato starch, salt), soup base (chilli, soy sauce powder (soybeans, wheat), anchovy powder (fish), sugar, salt), dried kimchi.',
    '',
    { mayContain: ['crustacean', 'milk'] },
  ),
  206: row(
    'airDriedNoodles',
    'Noodles (wheat flour, egg white, salt), soup base (soy sauce (soybeans, wheat, salt), chicken extract, sugar, ginger).',
    '',
    { mayContain: ['sesame', 'milk'] },
  ),
  207: row(
    'instantNoodles',
    'Noodles (wheat flour, palm oil, salt), soup base (miso (soybeans, rice, salt), milk powder, sesame, garlic), sweet corn, cabbage.',
    'vegetarian ',
    { mayContain: ['egg', 'crustacean'] },
  ),
  208: row(
    'riceNoodles',
    'Rice noodles, soup base (salt, sugar, beef flavour, fish sauce (fish, salt), hydrolysed soy protein, star anise, cinnamon), spring onion.',
    '',
    { mayContain: ['crustacean'] },
  ),
  209: row(
    'instantNoodles',
    'Noodles (wheat flour, palm oil, salt), laksa paste (chilli, shallot, dried prawn (crustacean), soybean oil, lemongrass, anchovy (fish)), coconut cream powder (coconut, milk protein).',
    'halal ',
    { mayContain: ['egg', 'peanut'] },
  ),
  210: row(
    'instantNoodles',
    'Noodles (wheat flour, palm oil, salt), tom yum paste (chilli, lemongrass, lime leaf, dried prawn (crustacean), fish sauce (fish, salt), soybean oil).',
    '',
    { mayContain: ['egg', 'milk'] },
  ),
  211: row(
    'airDriedNoodles',
    'Noodles (wheat flour, salt), sauce (sesame paste, soy sauce (soybeans, wheat), chilli oil, peanut, Sichuan pepper, sugar, vinegar).',
    'vegan ',
    { mayContain: ['cashew'] },
  ),
  212: row('wheatNoodles', 'Wheat flour, water, salt.', 'vegan ', { origin: 'China' }),
  213: row('wheatNoodles', 'Wheat flour, water, salt.', 'vegan ', { origin: 'China' }),
  214: row('eggNoodles', 'Wheat flour, egg (8%), salt.', 'vegetarian '),
  215: row(
    'freshNoodles',
    'Wheat flour, water, canola oil, egg, salt, mineral salts (500, 501).',
    'vegetarian halal ',
    {
      origin: 'Australia',
    },
  ),
  216: row('freshNoodles', 'Wheat flour, water, tapioca starch, salt, acidity regulator (270).', 'vegan '),
  217: row('wheatNoodles', 'Wheat flour, buckwheat flour (35%), salt.', 'vegan '),
  218: row('wheatNoodles', 'Wheat flour, salt, cottonseed oil.', 'vegan '),
  219: row('riceNoodles', 'Rice, water.', 'vegan gluten-free '),
  220: row('riceNoodles', 'Rice, water, tapioca starch.', 'vegan gluten-free '),
  221: row('freshRiceNoodles', 'Rice flour, water, tapioca starch, canola oil, salt.', 'vegan gluten-free ', {
    origin: 'Australia',
  }),
  222: row('glassNoodles', 'Mung bean starch, water.', 'vegan gluten-free '),
  223: row('glassNoodles', 'Sweet potato starch, water.', 'vegan gluten-free '),
  224: row('riceNoodles', 'Rice, tapioca starch, water, salt.', 'vegan gluten-free '),

  301: row('soySauce', 'Water, soybeans, wheat, salt.', 'vegan '),
  302: row('soySauce', 'Water, soybeans, wheat, salt, molasses, caramel colour (150a).', 'vegan '),
  303: row(
    'oysterSauce',
    'Water, sugar, salt, oyster extract (mollusc) (12%), soy sauce (soybeans, wheat), modified corn starch, caramel colour (150a).',
  ),
  304: row(
    'hoisin',
    'Sugar, water, fermented soybeans (soybeans, wheat, salt), sesame paste, garlic, vinegar, chilli, five spice.',
    'vegan ',
    { mayContain: ['peanut'] },
  ),
  305: row('soySauce', 'Water, soybeans, wheat, salt, alcohol.', 'vegan '),
  306: row('sweetSoySauce', 'Palm sugar, water, soybeans, wheat, salt.', 'vegan halal '),
  307: row('fishSauce', 'Anchovy (fish) (77%), sea salt.', 'gluten-free '),
  308: row(
    'oysterSauce',
    'Water, sugar, soy sauce (soybeans, wheat, salt), shiitake mushroom (9%), modified corn starch, yeast extract.',
    'vegan ',
    { origin: 'China' },
  ),
  309: row(
    'chilliOil',
    'Canola oil, chilli, soybeans, onion, garlic, peanut, sesame, salt, sugar, Sichuan pepper.',
    'vegan ',
    { mayContain: ['wheat', 'gluten'] },
  ),
  310: row('sriracha', 'Chilli (60%), sugar, garlic, vinegar, salt, xanthan gum (415).', 'vegan gluten-free halal '),
  311: row(
    'sweetChilliSauce',
    'Sugar, water, chilli, vinegar, garlic, salt, modified tapioca starch.',
    'vegan gluten-free halal ',
  ),
  312: row('beanPaste', 'Chilli, broad beans, soybeans, wheat flour, salt, canola oil.', 'vegan '),
  313: row('gochujang', 'Corn syrup, chilli powder, rice, wheat, fermented soybeans, salt, garlic.', 'vegan '),
  314: row('doenjang', 'Soybeans, water, salt, wheat flour.', 'vegan '),
  315: row('sambal', 'Chilli (88%), salt, vinegar.', 'vegan gluten-free halal '),
  316: row(
    'curryPaste',
    'Green chilli, lemongrass, garlic, salt, galangal, shrimp paste (crustacean), lime leaf, coriander seed.',
    'gluten-free ',
  ),
  317: row(
    'curryPaste',
    'Dried red chilli, garlic, shallot, lemongrass, salt, galangal, shrimp paste (crustacean), lime leaf.',
    'gluten-free ',
  ),
  318: row(
    'curryPaste',
    'Lemongrass, chilli, soybean oil, sugar, galangal, fish sauce (fish, salt), dried shrimp (crustacean), lime leaf, tamarind.',
  ),
  319: row(
    'laksaPaste',
    'Palm oil, chilli, shallot, candlenut, lemongrass, dried shrimp (crustacean), cashew, anchovy (fish), turmeric, salt.',
    'halal ',
    { mayContain: ['peanut'] },
  ),
  320: row('miso', 'Rice, soybeans, water, salt, alcohol.', 'vegan '),
  321: row(
    'curryRoux',
    'Palm oil, wheat flour, salt, sugar, curry powder, milk powder, soy sauce powder (soybeans), caramel colour (150a), onion.',
    'vegetarian ',
    { mayContain: ['egg', 'peanut'] },
  ),
  322: row('beanPaste', 'Fermented black soybeans, garlic, canola oil, wheat flour, sugar, salt.', 'vegan '),
  323: row('vinegar', 'Water, glutinous rice, wheat bran, salt, sugar.', 'vegan '),
  324: row('vinegar', 'Rice, water.', 'vegan gluten-free '),
  325: row('oil', 'Toasted sesame oil.', 'vegan gluten-free '),
  326: row('cookingWine', 'Water, rice, wheat, salt, caramel colour (150a).'),
  327: row('mirin', 'Glucose syrup, water, rice, alcohol, acidity regulator (260).', 'gluten-free '),
  328: row('pepper', 'Sichuan pepper.', 'vegan '),

  401: row('leafyGreens', '', 'vegan '),
  402: row('leafyGreens', '', 'vegan '),
  403: row('leafyGreens', '', 'vegan '),
  404: row('leafyGreens', '', 'vegan '),
  405: row('herbs', '', 'vegan '),
  406: row('herbs', '', 'vegan '),
  407: row('herbs', '', 'vegan '),
  408: row('herbs', '', 'vegan '),
  409: row('vegetables', '', 'vegan '),
  410: row('roots', '', 'vegan '),
  411: row('garlic', '', 'vegan ', { origin: 'China' }),
  412: row('vegetables', '', 'vegan '),
  413: row('roots', '', 'vegan ', { origin: 'China' }),
  414: row('vegetables', '', 'vegan '),
  415: row('mushrooms', '', 'vegan ', { origin: 'South Korea' }),
  416: row('mushrooms', '', 'vegan ', { origin: 'South Korea' }),
  417: row('sprouts', '', 'vegan '),
  418: row('driedMushrooms', 'Shiitake mushrooms.', 'vegan gluten-free '),
  419: row('freshFruit', '', 'vegan '),
  420: row('freshFruit', '', 'vegan '),
  421: row('freshFruit', '', 'vegan '),
  422: row('coconutFlesh', '', 'vegan ', { origin: 'Thailand' }),
  423: row('freshFruit', '', 'vegan '),
  424: row('freshFruit', '', 'vegan '),
  425: row('silkenTofu', 'Water, soybeans, coagulant (575).', 'vegan gluten-free '),
  426: row('firmTofu', 'Water, soybeans, coagulant (516).', 'vegan gluten-free '),
  427: row('friedTofu', 'Water, soybeans, canola oil, coagulant (516).', 'vegan '),
  428: row(
    'kimchi',
    'Wombok, white radish, chilli, garlic, ginger, anchovy sauce (fish, salt), salted shrimp (crustacean), sugar.',
    'gluten-free ',
  ),

  501: row('shellfish', 'Prawns (crustacean), salt.', 'gluten-free '),
  502: row('porkBelly', ''),
  503: row('beef', ''),
  504: row('lamb', '', 'halal '),
  505: row('pork', ''),
  506: row('chicken', '', 'halal '),
  507: row('chicken', '', 'halal '),
  508: row('chicken', ''),
  509: row('pork', ''),
  510: row('eggs', '', 'vegetarian '),
  511: row('curedEggs', 'Duck egg, water, salt.', 'vegetarian gluten-free '),
  512: row('curedEggs', 'Duck egg, water, salt, tea, calcium oxide (529).', 'vegetarian gluten-free '),
  513: row(
    'sausage',
    'Pork, sugar, soy sauce (soybeans, wheat, salt), salt, rice wine, sodium nitrite (250), preservative (sulphites).',
    '',
    { origin: 'Australia' },
  ),
  514: row('whiteFish', 'Barramundi (fish).', 'gluten-free '),
  515: row('salmon', 'Salmon (fish).', 'gluten-free '),
  516: row('shellfish', 'Squid (mollusc).', 'gluten-free '),
  517: row('shellfish', 'Scallops (mollusc), water.', 'gluten-free ', { mayContain: ['crustacean'] }),
  518: row('shellfish', 'Oysters (mollusc).', 'gluten-free '),
  519: row('shellfish', 'Blue swimmer crab (crustacean).', 'gluten-free '),
  520: row('roe', 'Salmon roe (fish), soy sauce (soybeans, wheat, salt), salt.'),
  521: row('fishCake', 'Fish (62%), water, tapioca starch, wheat flour, egg white, salt, sugar.', 'halal ', {
    mayContain: ['crustacean', 'mollusc'],
  }),
  522: row('fishCake', 'Fish (70%), water, wheat starch, egg white, sugar, salt, colour (120).', '', {
    mayContain: ['crustacean'],
  }),
  523: row('fishCake', 'Fish (58%), wheat flour, soybean oil, egg, onion, carrot, sugar, salt.', '', {
    mayContain: ['crustacean', 'mollusc'],
  }),
  524: row(
    'fishCake',
    'Fish (45%), water, wheat starch, egg white, sugar, crab extract (crustacean), soybean oil, salt, colour (160c).',
    '',
    { mayContain: ['mollusc', 'milk'] },
  ),

  601: row(
    'dumplings',
    'Wheat flour, pork (28%), garlic chives, wombok, water, soy sauce (soybeans, wheat, salt), sesame oil, ginger, salt.',
    '',
    { mayContain: ['crustacean', 'egg'] },
  ),
  602: row(
    'dumplings',
    'Wheat flour, chicken (26%), sweet corn (12%), cabbage, water, soy sauce (soybeans, wheat, salt), sesame oil, salt.',
    '',
    { mayContain: ['crustacean', 'egg'] },
  ),
  603: row(
    'vegetableDumplings',
    'Wheat flour, cabbage, shiitake mushroom, tofu (soybeans), glass noodles, carrot, sesame oil, salt.',
    'vegan ',
    { mayContain: ['crustacean', 'egg'] },
  ),
  604: row(
    'dumplings',
    'Wheat flour, pork (22%), kimchi (18%) (wombok, chilli, anchovy sauce (fish), salted shrimp (crustacean)), tofu (soybeans), sweet potato noodles, sesame oil.',
    '',
    { mayContain: ['egg', 'mollusc'] },
  ),
  605: row(
    'prawnDumplings',
    'Wheat flour, prawn (crustacean) (34%), cabbage, water, soy sauce (soybeans, wheat, salt), sesame oil, ginger.',
    '',
    { mayContain: ['egg', 'fish', 'mollusc'] },
  ),
  606: row(
    'prawnDumplings',
    'Prawn (crustacean) (40%), wheat starch, tapioca starch, bamboo shoot, sesame oil, salt, sugar.',
    '',
    {
      mayContain: ['egg', 'fish', 'mollusc'],
    },
  ),
  607: row(
    'dumplings',
    'Pork (46%), wheat flour, prawn (crustacean) (8%), shiitake mushroom, egg, soy sauce (soybeans, wheat), sesame oil, sugar.',
    '',
    { mayContain: ['fish', 'mollusc'] },
  ),
  608: row(
    'filledBuns',
    'Wheat flour, roast pork (24%), sugar, water, soy sauce (soybeans, wheat), oyster extract (mollusc), sesame oil, yeast, raising agents (450, 500).',
    '',
    { mayContain: ['milk', 'egg'] },
  ),
  609: row('plainBuns', 'Wheat flour, water, sugar, milk powder, yeast, raising agents (450, 500).', 'vegetarian ', {
    mayContain: ['soy', 'sesame'],
  }),
  610: row(
    'custardBuns',
    'Wheat flour, sugar, egg (14%), butter (milk), milk powder, water, yeast, vanilla.',
    'vegetarian ',
    {
      mayContain: ['soy', 'sesame'],
    },
  ),
  611: row(
    'dumplings',
    'Wheat flour, pork (32%), pork stock jelly, water, soy sauce (soybeans, wheat), sesame oil, ginger, spring onion, salt.',
    '',
    { mayContain: ['crustacean', 'egg'] },
  ),
  612: row(
    'flatbread',
    'Wheat flour, water, margarine (palm oil, milk solids, soy lecithin), sugar, salt.',
    'vegetarian halal ',
  ),
  613: row('flatbread', 'Wheat flour, water, soybean oil, spring onion (9%), salt.', 'vegan ', {
    mayContain: ['sesame'],
  }),
  614: row(
    'springRolls',
    'Cabbage, wheat flour, carrot, glass noodles, shiitake mushroom, soybean oil, salt, pepper.',
    'vegan ',
    { mayContain: ['crustacean', 'fish'] },
  ),
  615: row(
    'takoyaki',
    'Water, wheat flour, cabbage, octopus (mollusc) (11%), egg, bonito stock (fish), milk powder, soy sauce (soybeans, wheat), spring onion.',
    '',
    { mayContain: ['crustacean'] },
  ),
  616: row(
    'samosas',
    'Potato (38%), wheat flour, peas (14%), canola oil, onion, ginger, cumin, turmeric, salt.',
    'vegan halal ',
    {
      mayContain: ['milk', 'cashew'],
    },
  ),
  617: row('riceCakes', 'Rice, water, salt.', 'vegan '),
  618: row('edamame', 'Soybeans, salt.', 'vegan gluten-free ', { origin: 'Taiwan' }),
  619: row('eel', 'Eel (fish) (82%), soy sauce (soybeans, wheat, salt), sugar, mirin, starch.', '', {
    origin: 'China',
  }),
  620: row('coconutFlesh', 'Coconut.', 'vegan gluten-free '),
  621: row('herbs', 'Pandan leaves.', 'vegan gluten-free '),
  622: row('pastry', 'Wheat flour, water, coconut oil, salt.', 'vegan ', { mayContain: ['soy', 'egg'] }),
  623: row(
    'mochiIceCream',
    'Milk, sugar, cream (milk), glutinous rice flour, egg yolk, corn starch, matcha (2%), emulsifier (soy lecithin).',
    'vegetarian ',
    { mayContain: nuts },
  ),
  624: row(
    'iceCream',
    'Milk, cream (milk), sugar, taro (9%), glucose syrup, emulsifier (soy lecithin), colour (163).',
    'vegetarian ',
    {
      mayContain: ['egg', ...nuts],
    },
  ),
  625: row('tangYuan', 'Glutinous rice flour, water, sugar, black sesame (14%), peanut, soybean oil.', 'vegan ', {
    mayContain: ['milk', 'walnut'],
  }),

  701: row(
    'beanSweets',
    'Red bean paste (red beans, sugar), glutinous rice flour, sugar, corn starch, soy protein.',
    'vegan ',
    {
      mayContain: ['milk', 'walnut'],
    },
  ),
  702: row('prawnCrackers', 'Tapioca starch, palm oil, prawn (crustacean) (14%), sugar, salt.', 'halal ', {
    mayContain: ['fish', 'mollusc'],
  }),
  703: row('riceCrackers', 'Rice, soy sauce (soybeans, wheat, salt), sugar, seaweed (4%), modified starch.', 'vegan ', {
    mayContain: ['peanut', 'sesame', 'milk'],
  }),
  704: row('seaweedSnack', 'Seaweed, corn oil, sesame oil, salt.', 'vegan gluten-free ', {
    mayContain: ['crustacean'],
    origin: 'South Korea',
  }),
  705: row('nori', 'Seaweed.', 'vegan ', { mayContain: ['crustacean'] }),
  706: row('nuts', 'Peanuts (82%), canola oil, chilli, Sichuan pepper, sesame, salt, sugar.', 'vegan ', {
    mayContain: [...nuts, 'soy'],
  }),
  707: row('glutenStrips', 'Wheat flour, soybean oil, water, sugar, salt, chilli, sesame, spices.', 'vegan ', {
    mayContain: ['peanut'],
  }),
  708: row(
    'crisps',
    'Potato, palm oil, salted egg yolk powder (9%), milk powder, sugar, soy lecithin, curry leaf, chilli, salt.',
    'vegetarian ',
    {
      mayContain: ['crustacean', 'wheat', 'gluten'],
    },
  ),
  709: row(
    'peas',
    'Green peas (60%), wheat flour, palm oil, sugar, salt, soy sauce powder (soybeans), wasabi.',
    'vegan ',
    {
      mayContain: ['peanut', ...nuts],
    },
  ),
  710: row('fruitSticks', 'Sweet potato (64%), sugar, soybean oil, glucose syrup.', 'vegan ', {
    mayContain: ['peanut', 'wheat', 'gluten'],
  }),
  711: row(
    'biscuits',
    'Wheat flour, sugar, cocoa butter, milk powder, palm oil, matcha (2%), emulsifier (soy lecithin), salt, yeast.',
    'vegetarian ',
    { mayContain: ['egg', 'almond', 'hazelnut'] },
  ),
  712: row('wafers', 'Wheat flour, sugar, egg (22%), butter (milk).', 'vegetarian ', { mayContain: ['sesame', 'soy'] }),
  713: row(
    'fruitCakes',
    'Wheat flour, pineapple jam (36%) (pineapple, sugar), butter (milk), sugar, egg, milk powder.',
    'vegetarian ',
    {
      mayContain: ['soy', ...nuts],
      origin: 'Taiwan',
    },
  ),
  714: row(
    'fruitCakes',
    'Wheat flour, candied winter melon (30%), sugar, palm oil, sesame, egg wash, glutinous rice flour.',
    'vegetarian ',
    {
      mayContain: ['milk', ...nuts],
    },
  ),
  715: row(
    'sponge',
    'Red bean paste (red beans, sugar), wheat flour, egg, sugar, honey, milk powder, emulsifier (soy lecithin).',
    'vegetarian ',
    {
      mayContain: ['walnut'],
    },
  ),
  716: row('sponge', 'Egg, sugar, wheat flour, honey (6%), milk, glucose syrup.', 'vegetarian '),
  717: row('fruitSweets', 'Hawthorn, sugar.', 'vegan '),
  718: row(
    'milkSweets',
    'Glucose syrup, sugar, milk powder (15%), butter (milk), edible rice paper (starch).',
    'vegetarian gluten-free ',
    {
      mayContain: ['peanut', 'soy'],
    },
  ),
  719: row('chews', 'Cane sugar, ginger (7%), tapioca starch, maltose.', 'vegan gluten-free halal '),
  720: row(
    'jellyCups',
    'Water, sugar, coconut gel, lychee juice (5%), gelling agents (407, 410), citric acid (330).',
    'vegan ',
  ),
  721: row('coconutChips', 'Coconut (78%), cane sugar, salt.', 'vegan gluten-free ', {
    mayContain: ['peanut', 'cashew'],
  }),
  722: row('driedFruit', 'Mango (92%), sugar, preservative (sulphites).', 'vegan gluten-free '),
  723: row('saltedFruit', 'Plums, salt, sugar, liquorice, preservative (sulphites).', 'vegan '),
  724: row('chestnuts', 'Chestnuts.', 'vegan gluten-free '),
  725: row('brittle', 'Peanuts (42%), maltose (wheat), sugar, sesame (12%), rice paper.', 'vegan ', {
    mayContain: nuts,
  }),

  801: row('greenTea', 'Green tea powder.', 'vegan '),
  802: row('greenTea', 'Green tea powder.', 'vegan '),
  803: row('greenTea', 'Green tea, roasted brown rice.', 'vegan '),
  804: row('greenTea', 'Green tea.', 'vegan '),
  805: row('greenTea', 'Roasted green tea.', 'vegan '),
  806: row('greenTea', 'Green tea, jasmine blossom.', 'vegan '),
  807: row('greenTea', 'Oolong tea.', 'vegan '),
  809: row('herbs', 'Chrysanthemum flowers.', 'vegan '),
  810: row('teaMix', 'Black tea, sugar, vanilla flavour, colour (110).', 'vegan '),
  811: row('roastedBarley', 'Roasted barley.', 'vegan '),
  812: row('citronTea', 'Citron (42%), sugar, honey (12%), water, pectin (440).', 'vegetarian gluten-free '),
  813: row(
    'coffeeMix',
    'Sugar, creamer (glucose syrup, palm oil, milk protein), coffee (15%), margarine.',
    'vegetarian halal ',
  ),
  814: row('coffee', 'Roasted coffee.', 'vegan '),
  815: row('pearls', 'Tapioca starch, water, brown sugar, guar gum (412).', 'vegan gluten-free '),
  816: row('syrup', 'Cane sugar, water, molasses.', 'vegan gluten-free '),
  817: row(
    'milkTea',
    'Creamer (glucose syrup, coconut oil, milk protein), sugar, black tea, tapioca pearls, emulsifier (soy lecithin).',
    'vegetarian ',
  ),
  818: row('soda', 'Sparkling water, cane sugar, lychee juice (8%), citric acid (330).', 'vegan gluten-free '),
  819: row('soda', 'Sparkling water, cane sugar, yuzu juice (6%).', 'vegan gluten-free '),
  820: row('soda', 'Sparkling water, cane sugar, mango purée (9%), citric acid (330).', 'vegan gluten-free '),
  821: row('soyMilk', 'Water, soybeans (14%).', 'vegan gluten-free '),
  822: row('sweetSoyMilk', 'Water, soybeans (12%), cane sugar, black sesame (2%), salt.', 'vegan gluten-free '),
  823: row('coconutWater', 'Coconut water.', 'vegan gluten-free '),
  824: row('melonDrink', 'Water, winter melon (12%), brown sugar.', 'vegan gluten-free '),
  825: row('aloeDrink', 'Water, aloe vera (30%), sugar, white grape juice, citric acid (330).', 'vegan gluten-free '),

  901: row('coconutMilk', 'Coconut extract (85%), water.', 'vegan gluten-free halal '),
  902: row('coconutCream', 'Coconut extract (95%), water.', 'vegan gluten-free halal '),
  903: row('coconutMilk', 'Coconut extract (85%), water.', 'vegan gluten-free halal '),
  904: row('tinnedFruit', 'Lychees (56%), water, sugar, citric acid (330).', 'vegan gluten-free '),
  905: row('tinnedFruit', 'Longans (54%), water, sugar.', 'vegan gluten-free '),
  906: row('tinnedFruit', 'Jackfruit (52%), water, sugar, citric acid (330).', 'vegan gluten-free '),
  907: row('tinnedVegetables', 'Young jackfruit (55%), water, salt, citric acid (330).', 'vegan gluten-free '),
  908: row('tinnedVegetables', 'Water chestnuts (60%), water, citric acid (330).', 'vegan gluten-free '),
  909: row('tinnedVegetables', 'Bamboo shoots (60%), water.', 'vegan gluten-free '),
  910: row('tinnedVegetables', 'Straw mushrooms (55%), water, salt.', 'vegan gluten-free '),
  911: row('tinnedVegetables', 'Baby corn (54%), water, salt.', 'vegan gluten-free '),
  912: row('fishInOil', 'Dace (fish) (62%), soybean oil, fermented black soybeans (12%), salt, sugar, spices.'),
  913: row('fishInSauce', 'Sardines (fish) (62%), water, tomato paste, salt, sugar.', 'gluten-free '),
  914: row('pickles', 'Mustard stems, water, salt, turmeric, preservative (sulphites).', 'vegan '),
  915: row('pickles', 'Mustard stems, salt, soybean oil, chilli, sesame oil, sugar.', 'vegan '),
  916: row('fermentedTofu', 'Soybeans, water, salt, rice wine (rice, wheat), chilli, sugar.', 'vegan '),
  917: row(
    'braisedGluten',
    'Wheat gluten (52%), soybean oil, peanuts (8%), soy sauce (soybeans, wheat, salt), sugar.',
    'vegan ',
  ),
  918: row('kaya', 'Coconut milk (44%), sugar, egg (24%), pandan juice.', 'vegetarian halal '),
  919: row('fruitPulp', 'Mango (95%), sugar, citric acid (330).', 'vegan gluten-free halal '),
  920: row('condensedMilk', 'Milk, sugar.', 'vegetarian gluten-free '),
  921: row('grassJelly', 'Water, grass jelly extract, sugar, starch.', 'vegan '),
  922: row('beanFilling', 'Red beans, sugar, water, salt.', 'vegan gluten-free '),

  1001: row(
    'mooncakes',
    'Lotus seed paste (52%), sugar, wheat flour, salted duck egg yolk (16%), golden syrup, canola oil.',
    'vegetarian ',
    {
      mayContain: ['peanut', ...nuts],
    },
  ),
  1002: row(
    'nutCakes',
    'Wheat flour, sugar, almond (12%), walnut (11%), melon seeds, sesame, olive seeds, golden syrup, egg wash.',
    'vegetarian ',
    { mayContain: ['peanut', 'cashew'] },
  ),
  1003: row(
    'snowSkin',
    'Glutinous rice flour, sugar, milk, egg yolk, mung bean paste, butter (milk), emulsifier (soy lecithin).',
    'vegetarian ',
    {
      mayContain: nuts,
    },
  ),
  1004: row(
    'candiedFruit',
    'Candied lotus seeds, candied coconut, candied winter melon, candied kumquat, melon seeds, sugar, milk candy (milk powder, sugar), sesame.',
    'vegetarian ',
    { mayContain: ['peanut'] },
  ),
  1007: row('greenTea', 'Green tea with jasmine blossom; oolong tea; black tea.', 'vegan '),
  1009: row('nutCookies', 'Wheat flour, sugar, almond (18%), mung bean flour, butter (milk).', 'vegetarian ', {
    mayContain: ['egg', 'walnut'],
  }),
  1013: row('seaweedSnack', 'Seaweed, corn oil, sesame oil, salt.', 'vegan gluten-free ', {
    mayContain: ['crustacean'],
  }),
  1015: row(
    'beanSweets',
    'White bean paste, red bean paste, sugar, wheat starch, soy protein, colours (160a, 163).',
    'vegan ',
    {
      mayContain: ['milk', 'egg'],
    },
  ),
  1016: row(
    'beanSweets',
    'Glutinous rice, red bean paste (red beans, sugar), sugar, pickled cherry leaf (cherry leaf, salt), colour (120).',
    '',
    {
      mayContain: ['soy', 'wheat', 'gluten'],
    },
  ),
  1017: row(
    'riceParcels',
    'Glutinous rice, pork belly (16%), mung beans, chestnut, salted duck egg yolk (8%), soy sauce (soybeans, wheat, salt), salt.',
    '',
    { mayContain: ['crustacean', 'peanut'] },
  ),
  1018: row('sweetRiceCake', 'Glutinous rice flour, water, brown sugar.', 'vegan gluten-free '),
  1019: row(
    'turnipCake',
    'White radish (48%), rice flour, water, pork sausage (pork, sugar, soy sauce (soybeans, wheat), preservative (sulphites)), dried shrimp (crustacean), canola oil, salt.',
  ),
  1020: row('riceParcels', 'Glutinous rice (52%), pork (20%), mung beans (18%), salt, pepper.', 'gluten-free ', {
    origin: 'Australia',
  }),
  1021: row('riceCakes', 'Glutinous rice, water.', 'vegan '),
  1022: row(
    'mithai',
    'Sugar, milk solids, chickpea flour, ghee (milk), wheat flour, cashew, almond, pistachio, cardamom.',
    'vegetarian ',
    { mayContain: ['peanut', 'walnut'] },
  ),
}

/** The allergens of a product's text 'soy, gluten (barley); may contain …'. Others, such as broad beans, need no declaration. */
function allergensIn(contains: string): Allergen[] {
  const words = contains
    .split(';', 1)[0]!
    .replaceAll('crustacea', 'crustacean')
    .split(/[ ,()]+/)
  return allergens.filter(name => words.includes(name))
}

const temperatures = { fridge: 'chilled', raw: 'chilled', crisper: 'chilled', freezer: 'frozen' } as const

const packSize = /(?:(\d+) × )?([\d.]+) (kg|g|ml|L)$|(?:tray|pack|box|tin) of (\d+)$/

function sizeIn(name: string): PackSize | null {
  const [, packs = '1', amount, unit, pieces] = packSize.exec(name) ?? []
  if (pieces !== undefined) return { amount: Number(pieces), unit: 'piece' }
  return amount === undefined ? null : { amount: Number(packs) * Number(amount), unit: unit! }
}

/** What a product's label says; nothing for a product without one. */
export function labelOf(product: {
  id: number
  name: string
  brand: BrandName
  keep: string
  contains?: string
}): LabelFacts {
  const found = rows[product.id]
  if (found === undefined) return {}
  const { kind, ingredients, diets, mayContain, origin } = found
  const size = sizeIn(product.name)
  return {
    ...(ingredients && { ingredients }),
    allergens: allergensIn(product.contains ?? ''),
    ...(mayContain.length > 0 && { mayContain }),
    nutrition: nutritionOf(kind),
    origin: origin ?? origins[product.brand],
    storage: temperatures[product.keep as keyof typeof temperatures] ?? 'ambient',
    ...(diets.length > 0 && { diets }),
    ...(size && { size }),
  }
}
