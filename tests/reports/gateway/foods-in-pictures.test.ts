import { describe, expect, test } from 'vitest'
import { picturedFoods } from '#gateway/demo/art/food'
import { pieceFor } from '#gateway/demo/art/packs/pieces'
import { drawnViews } from '#gateway/demo/art/spec'
import { draw } from '#gateway/demo/art/views/draw'
import type { DemoProduct } from '#gateway/demo/catalogue/catalogue'
import { demoGoods } from '#gateway/demo/goods'

const products = demoGoods.products as DemoProduct[]

/** Words of a product's name, search words or description that allow each picture of a food on its pack. */
const ALLOWED_BY: Record<string, RegExp> = {
  'almond-biscuit': /almond cookies/i,
  'aloe-leaves': /aloe/i,
  'baby-corn-cobs': /baby corn/i,
  'bamboo-shoots': /bamboo shoots/i,
  'banh-tet': /sticky rice log/i,
  barley: /barley/i,
  'barley-tea-glass': /barley tea/i,
  'basil-sprig': /thai basil|green curry|pho bowl/i,
  'bean-sprout': /bean sprouts/i,
  'biscuit-sticks': /biscuit sticks/i,
  'black-bean-noodles': /black bean noodles/i,
  'black-rice': /black glutinous rice/i,
  'black-sesame': /black sesame/i,
  'black-soybeans': /black beans?/i,
  'blue-crab': /blue swimmer crab/i,
  'bubble-tea': /milk tea|tapioca pearls|brown sugar syrup/i,
  candy: /candy|chews/i,
  'castella-slice': /castella/i,
  'cherry-blossom': /sakura|wagashi/i,
  chestnut: /chestnut/i,
  chicken: /whole chicken/i,
  'chicken-foot': /chicken feet/i,
  'chilled-persimmon': /persimmon/i,
  chopsticks: /rice|noodle/i,
  chrysanthemum: /chrysanthemum/i,
  'coconut-water-glass': /coconut water/i,
  'cooked-rice': /(jasmine|glutinous|koshihikari|grain|broken|brown) rice|genmaicha/i,
  'coriander-sprig': /coriander/i,
  'crab-sticks': /crab sticks/i,
  'cured-plums': /preserved plums/i,
  'curry-rice': /curry roux|basmati/i,
  'custard-bun': /custard buns/i,
  'daifuku-cakes': /daifuku/i,
  dango: /wagashi/i,
  'dark-eggplant': /eggplant|tempura/i,
  'diya-lamp': /diwali/i,
  'dorayaki-cake': /dorayaki/i,
  dumpling: /(pork & chive|chicken & corn|vegetable) dumplings|dumpling flour|mandu|gyoza/i,
  'ear-of-corn': /& corn|miso cup ramen/i,
  'edamame-pods': /edamame in pods/i,
  egg: /\begg/i,
  'egg-roll-biscuits': /crispy egg rolls/i,
  'enoki-bunch': /enoki/i,
  ewe: /lamb/i,
  'fish-balls': /fish balls/i,
  'fish-cake-with-swirl': /naruto|shoyu ramen/i,
  'flaky-pancake': /spring onion pancakes/i,
  flour: /flour|starch/i,
  'fresh-ginger': /ginger (250 g|chews)/i,
  'fried-noodles': /mi goreng/i,
  'fried-shrimp': /panko|tempura|udon/i,
  'ginseng-root': /ginseng/i,
  'glass-noodles': /(mung bean vermicelli|sweet potato noodles)/i,
  'grass-jelly-cubes': /grass jelly/i,
  'green-chilli': /green curry/i,
  'green-jackfruit': /young jackfruit/i,
  'green-mochi': /matcha mochi/i,
  'green-tea': /sencha|genmaicha/i,
  'grilled-eel': /grilled eel/i,
  'har-gow': /har gow/i,
  'haw-discs': /haw flakes/i,
  'honey-pot': /honey (castella|citron)/i,
  'hot-beverage': /ground coffee/i,
  'hot-pot-packs': /hot pot basket/i,
  ice: /somen/i,
  'jackfruit-pods': /^\S+ jackfruit in syrup/i,
  'jasmine-flower': /jasmine pearl/i,
  'king-oyster': /king oyster/i,
  laddus: /laddu/i,
  'lap-cheong-links': /lap cheong/i,
  'lemongrass-stalks': /lemongrass/i,
  lime: /tom yum|pad thai/i,
  longans: /longans/i,
  'lychee-jelly': /lychee jelly/i,
  lychees: /lychee/i,
  mango: /mango|glutinous rice/i,
  mantou: /mantou/i,
  'matcha-bowl': /ceremonial matcha|matcha starter/i,
  'matcha-powder': /culinary matcha/i,
  'milk-glass': /condensed milk|milk candy/i,
  'moon-cake': /(lotus|nut) mooncakes/i,
  'mung-beans': /mung bean vermicelli/i,
  'mustard-leaves': /mustard greens/i,
  'nashi-pear': /nashi/i,
  'nian-gao-cake': /new year rice cake/i,
  'noodle-packs': /noodle night basket/i,
  'nori-sheets': /nori|seaweed (snack|gift)/i,
  'oyster-half-shell': /oysters, tray|oyster sauce/i,
  'pandan-blades': /pandan/i,
  'pea-pod': /peas/i,
  peanuts: /peanut|dan dan/i,
  pig: /pork mince/i,
  'pineapple-cake': /pineapple cakes/i,
  'pork-belly-slab': /pork belly/i,
  'pork-bun': /pork buns/i,
  'pork-rib': /pork ribs/i,
  potato: /(?<!sweet )potato (crisps|starch)/i,
  'prawn-chips': /prawn crackers/i,
  'pu-erh-cake': /pu-erh/i,
  'raw-prawn': /tiger prawns|prawn gyoza/i,
  'red-adzuki': /adzuki|red bean paste/i,
  'red-chilli': /chilli|kimchi|spicy|sriracha|sambal|gochujang|red curry|zha cai|mala/i,
  'red-envelope': /red envelope|new year candy/i,
  'red-lentils': /red lentils/i,
  'red-paper-lantern': /paper lantern/i,
  'red-tea': /hojicha|red ginseng tea/i,
  'rice-ball': /koshihikari/i,
  'rice-cracker': /rice crackers/i,
  'rice-noodles': /rice (noodle|vermicelli)/i,
  'rice-paper-rounds': /rice paper/i,
  'ripe-pineapple': /pineapple/i,
  'roasted-sweet-potato': /sweet potato/i,
  roe: /salmon roe/i,
  'roti-round': /roti/i,
  'sakura-mochi': /sakura mochi/i,
  'samosa-triangle': /samosa/i,
  'scallop-meat': /scallops/i,
  'sesame-brittle': /sesame peanut brittle/i,
  'sesame-milk-glass': /sesame soy milk/i,
  'sesame-seeds': /(?<!black )sesame/i,
  'sheaf-of-rice': /(?<!glutinous )rice|grain|mirin|shaoxing|black vinegar/i,
  'shiitake-cap': /shiitake|mushroom stir-fry/i,
  shrimp: /tom yum|laksa|prawn crackers/i,
  'sichuan-husks': /sichuan pepper/i,
  'silver-fish': /barramundi|fish sauce|fish cake sheets|dace|sardines/i,
  'siu-mai': /siu mai/i,
  'snow-skin-cake': /snow skin/i,
  'soft-ice-cream': /ice cream/i,
  'soup-dumpling': /xiao long bao/i,
  'soy-milk-glass': /soy milk/i,
  soybeans: /soy (sauce|milk)|soybean|hoisin|miso|kecap/i,
  'split-mung': /split mung/i,
  'spring-onions': /spring onion/i,
  'spring-rolls': /spring rolls/i,
  'steamed-bun': /steamed bun flour/i,
  'steaming-bowl': /ram(en|yun)|noodles|udon|soba|somen|pho|laksa/i,
  'straw-mushroom': /straw mushroom/i,
  'sugar-blocks': /brown sugar|palm sugar/i,
  sushi: /sushi/i,
  'takoyaki-balls': /takoyaki/i,
  'tang-yuan': /tang yuan|glutinous rice flour/i,
  tangerine: /mandarin/i,
  'tapioca-pearls': /tapioca/i,
  'taro-scoops': /taro ice cream/i,
  'tea-leaves': /matcha|sencha|oolong|tea\b/i,
  teapot: /oolong|tea\b/i,
  'thai-tea-glass': /thai tea/i,
  'tofu-block': /(silken|firm) tofu/i,
  'tofu-cubes': /fermented tofu/i,
  'tofu-puffs': /tofu puffs/i,
  tomato: /tomato/i,
  tteok: /hanok rice cakes/i,
  'turnip-cake-slice': /turnip cake/i,
  'water-chestnut-slices': /water chestnuts/i,
  'white-coconut': /coconut/i,
  'white-coffee': /white coffee/i,
  'white-daikon': /daikon radish/i,
  'white-garlic': /garlic|crispy chilli oil/i,
  'white-kirimochi': /kirimochi/i,
  'wife-cake': /wife cakes/i,
  'winter-melon': /winter melon/i,
  'wombok-head': /wombok|vegetable dumplings/i,
  'wrapped-gift': /gift|lovers/i,
  'yellow-noodles': /hokkien/i,
  yuzu: /yuzu|citron/i,
  zongzi: /zongzi/i,
}

/** The same for the pieces in trays and on boards. */
const PIECES_ALLOWED_BY: Record<string, RegExp> = {
  root: /lotus root/i,
  persimmon: /persimmon/i,
  egg: /eggs/i,
  fillet: /fillets|salmon portions/i,
  slice: /for hot pot/i,
  oyster: /king oyster/i,
  chilli: /chillies/i,
  daikon: /daikon/i,
  squid: /squid/i,
  eggplant: /eggplant/i,
  pineapple: /pineapple/i,
}

/** Name, search words and what the product is; not what it can be cooked with. */
const wordsOf = ({ name, keywords, description }: DemoProduct) =>
  `${name} ${keywords ?? ''} ${description.replace(/<ul>.*/s, '')}`

const withPieces = products.filter(({ art }) => /^(?:tray|loose)$/.test(art.pack) && pieceFor(art.label))

/** The number of pieces that a product's name gives, where the pack shows them: 'tray of 6', '2 × 150 g', '6 × 330 ml'. */
const countOf = ({ art }: DemoProduct) =>
  /^(?:tray|slimCan)$/.test(art.pack) ? /^(?:\w+ of )?(\d+)(?: ×|$)/.exec(art.size)?.[1] : undefined

const counted = products.flatMap(product => {
  const count = countOf(product)
  return count === undefined ? [] : [{ ...product, count: Number(count) }]
})

/** How often the most frequent picture within a drawing is repeated. */
const mostRepeated = (svg: string) => {
  const ids = [...svg.matchAll(/<use href="#([^"]+)"/g)].map(([, id]) => id!)
  const times = ids.map(id => ids.filter(other => other === id).length + (svg.includes(`<g id="can"`) ? 1 : 0))
  return Math.max(...times)
}

describe('review shopper 3: pictures that show a different food', () => {
  test('each product shows only foods that its name or its description has', () => {
    const others = products.flatMap(product =>
      product.art.foods
        .filter(food => !ALLOWED_BY[food]?.test(wordsOf(product)))
        .map(food => `${product.name}: ${food}`),
    )
    expect(others).toEqual([])
  })

  test('each piece in a tray or on a board is the food of the name', () => {
    expect(withPieces.length).toBeGreaterThan(10)
    const others = withPieces.filter(({ name, art }) => !PIECES_ALLOWED_BY[pieceFor(art.label)!]?.test(name))
    expect(others.map(({ name }) => name)).toEqual([])
  })

  test('each food of a product has a picture, and each picture a product', () => {
    const named = new Set(products.flatMap(({ art }) => art.foods))
    expect([...named].filter(food => !picturedFoods.includes(food))).toEqual([])
    expect(picturedFoods.filter(food => !named.has(food))).toEqual([])
  })

  test('no tray has a food next to the one that it is filled with', () => {
    const trays = products.filter(({ art }) => art.pack === 'tray' && art.foods.length > 1)
    expect(trays).not.toEqual([])
    for (const { art, slug } of trays) {
      const filled = draw({ ...art, layout: 'disc' }, slug, 'front')
      expect(new Set([...filled.matchAll(/<use href="#([^"]+)"/g)].map(([, id]) => id)).size).toBe(1)
    }
  })
})

describe('review shopper 3: pictures that show a different number', () => {
  test.each(drawnViews)('the %s view has as many pieces as the name says', view => {
    expect(counted.length).toBeGreaterThan(8)
    const drawn = counted.map(({ name, art, slug }) => [name, mostRepeated(draw(art, slug, view))])
    expect(drawn).toEqual(counted.map(({ name, count }) => [name, count]))
  })
})
