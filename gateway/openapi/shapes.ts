import { profileRenewal } from '#contract/account'
import { address, addressFields, storeRegion } from '#contract/address'
import { country, region, suburb } from '#contract/places'
import { addedLines, bulkLine, bulkLines, largestBulk, refusedLine } from '#contract/bulk-add'
import { cartLine, largestQuantity, quantity, removedLine } from '#contract/cart'
import { conflict, suggestedSuburb } from '#contract/conflict'
import { coupon } from '#contract/coupon'
import { contactPerson, customerInfo } from '#contract/customer'
import { deliveryMethod } from '#contract/delivery'
import { favourite, newFavouriteIds, savedFavourites } from '#contract/favourites'
import { fields } from '#contract/fields'
import { opaqueId, requestId, wholeId } from '#contract/ids'
import { numeric } from '#contract/money'
import { order, orderLine, orderStatus, orderSummary, providerOrderId, seenLine, slotId } from '#contract/order'
import { changedLine, orderChange } from '#contract/order-change'
import {
  largestPhotograph,
  longestPhotograph,
  mostReports,
  photograph,
  problemKinds,
  newProblemReport,
  problemLine,
} from '#contract/order-problem'
import { orderKey, orderNumber } from '#contract/own-order'
import { paidPayment, paymentOrder } from '#contract/payment'
import {
  banner,
  brand,
  category,
  chosenBrands,
  count,
  largestPage,
  listFacets,
  listFilters,
  pageNumber,
  pageSize,
  product,
  productDetail,
  valueCount,
} from '#contract/product'
import {
  allergenNames,
  allergens,
  chosenAllergens,
  chosenDiets,
  chosenOrigins,
  chosenStorages,
  dietNames,
  diets,
  longestOrigin,
  nutrition,
  nutritionBases,
  packSize,
  sizeUnits,
  storageName,
  storages,
} from '#contract/product-facts'
import { amountText, flag } from '#contract/settings'
import { longestNote, substitutions } from '#contract/substitution'
import { noteText } from '#contract/line-choice'
import { orderSlot, slot } from '#contract/slots'
import { suggestedProduct, suggestions } from '#contract/suggestions'
import {
  createdLists,
  listLine,
  listName,
  longestListName,
  mostListLines,
  mostLists,
  newList,
  newListLines,
  newLists,
  shoppingList,
} from '#contract/shopping-lists'
import { listKey, sharedList, sharedQuantity } from '#contract/shared-lists'
import { usual } from '#contract/usuals'
import { multiBuy } from '#contract/multi-buy'
import { weighed } from '#contract/weighed'
import type { JsonSchema, Vocabulary } from './json-schema.ts'

/** The longest values of the form's fields, as the gateway counts them: without blanks at their ends. */
const limits = (names: readonly (keyof typeof fields)[]) =>
  Object.fromEntries(names.map(name => [name, `At most ${fields[name].most} characters.`]))

const shared = [
  [requestId, { type: 'string', minLength: 1, maxLength: 200 }],
  [providerOrderId, { type: 'string', minLength: 1, maxLength: 100 }],
  [slotId, { type: 'string', minLength: 1, maxLength: 100 }],
  [orderKey, { type: 'string', minLength: 1, maxLength: 200 }],
  [orderNumber, { type: 'string', minLength: 1, maxLength: 12 }],
  [quantity, { type: 'integer', minimum: 1, maximum: largestQuantity }],
  [noteText, { type: 'string', maxLength: longestNote }],
] as const

const oneOf = (names: readonly string[]): JsonSchema => ({ type: 'string', enum: [...names] })
const someOf = (names: readonly string[]): JsonSchema => ({ type: 'array', items: oneOf(names) })

const numberOrText = (number: JsonSchema, pattern: string): JsonSchema => ({
  anyOf: [number, { type: 'string', pattern }],
})

/** The bodies that the gateway accepts. */
export const bodyVocabulary: Vocabulary = {
  special: [
    ...shared,
    [numeric, numberOrText({ type: 'number' }, String.raw`^-?\d+(?:\.\d+)?$`)],
    [wholeId, numberOrText({ type: 'integer', minimum: 1 }, String.raw`^0*[1-9]\d*$`)],
    [opaqueId, { anyOf: [{ type: 'string', minLength: 1 }, { type: 'number' }] }],
    [pageNumber, { type: 'integer', minimum: 1, maximum: 1_000_000 }],
    [pageSize, { type: 'integer', minimum: 1, maximum: largestPage }],
    [
      chosenBrands,
      { type: 'array', items: numberOrText({ type: 'integer', minimum: 1 }, String.raw`^0*[1-9]\d*$`), maxItems: 100 },
    ],
    [chosenDiets, { ...someOf(diets), maxItems: diets.length }],
    [chosenAllergens, { ...someOf(allergens), maxItems: allergens.length }],
    [chosenStorages, { ...someOf(storages), maxItems: storages.length }],
    [
      chosenOrigins,
      { type: 'array', items: { type: 'string', minLength: 1, maxLength: longestOrigin }, maxItems: 100 },
    ],
    [
      bulkLines,
      { type: 'array', items: { $ref: '#/components/schemas/BulkLine' }, minItems: 1, maxItems: largestBulk },
    ],
    [
      newFavouriteIds,
      { type: 'array', items: { type: 'integer', minimum: 1, maximum: 2_147_483_647 }, minItems: 1, maxItems: 200 },
    ],
    [listName, { type: 'string', minLength: 1, maxLength: longestListName }],
    [listKey, { type: 'string', minLength: 1, maxLength: 100 }],
    [sharedQuantity, { type: 'integer', minimum: 0, maximum: largestQuantity }],
    [newListLines, { type: 'array', items: { $ref: '#/components/schemas/NewListLine' }, maxItems: mostListLines }],
    [
      orderChange.schema.lines,
      { type: 'array', items: { $ref: '#/components/schemas/ChangedLine' }, minItems: 1, maxItems: 100 },
    ],
    [photograph, { type: 'string', contentEncoding: 'base64', minLength: 1, maxLength: longestPhotograph }],
    [
      newProblemReport.schema.lines,
      { type: 'array', items: { $ref: '#/components/schemas/ProblemLine' }, maxItems: 100 },
    ],
    [newLists, { type: 'array', items: { $ref: '#/components/schemas/NewList' }, minItems: 1, maxItems: mostLists }],
  ],
  named: {
    AddressInput: addressFields,
    BulkLine: bulkLine,
    ChangedLine: changedLine,
    ContactInput: contactPerson,
    ListFilters: listFilters,
    NewList: newList,
    NewListLine: listLine,
    ProblemLine: problemLine,
    SeenLine: seenLine,
  },
  notes: {
    ...limits(['firstName', 'lastName', 'email', 'telephone', 'company', 'address1', 'address2', 'city', 'postCode']),
    ...limits(['password', 'comment']),
    substitution: 'What is wanted if something has run out; on a line null or absent as for the order.',
    note: 'For the person who packs the line; plain text.',
    key: 'The key of the mailed link to the order; absent for an order of the customer.',
    photograph: `JPEG, PNG, WebP or AVIF of at most ${largestPhotograph / 1_000_000} MB; its content decides. It is not compared with that of an earlier request with the key.`,
    requestId: 'The idempotency key; the header Idempotency-Key means the same. One of them is enough.',
    productName: 'Ignored: the gateway uses its own.',
    productImage: 'Ignored: the gateway uses its own.',
    productPrice: 'Ignored: the gateway uses its own.',
    lines: 'The lines that the shopper saw: with them a refusal says what changed.',
    total: 'The total that the shopper saw, in dollars.',
    most: 'The most that goods by weight were shown to come to, in dollars; if absent, `total` is the most.',
    use: 'What the address is for.',
    currentPassword: 'Not needed within 15 minutes of a login.',
    page: 'From 1. With `page`, `pageSize`, `sort` or `filters` the answer is one page; without them it is the whole list.',
    pageSize: 'Products on a page; 8 if absent.',
    sort: 'With equal keys products are in the order of their ids. `unit-price` is per kilogram or litre, products without it are last.',
    filters: 'A product is listed if it matches all filters.',
    brand: 'The ids of the brands.',
    special: 'Only products with a special price.',
    stock: 'Only products in stock.',
    min: 'The lowest current price, in dollars.',
    max: 'The highest current price, in dollars.',
    diet: 'Only products that are stated to be all of these.',
    without:
      'Only products that are known neither to contain nor to possibly contain these allergens. Products without information are left out.',
    origin: 'Only products from one of these countries.',
    storage: 'Only products that are kept at one of these temperatures.',
  },
}

const namedQuantity = {
  type: 'object',
  properties: { productName: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
  required: ['productName', 'quantity'],
} as const

const namedLine = {
  type: 'object',
  properties: { productId: { type: 'integer', minimum: 1 }, ...namedQuantity.properties },
  required: ['productId', 'productName', 'quantity'],
} as const

const lineChoice: Readonly<Record<string, JsonSchema>> = {
  substitution: {
    type: ['string', 'null'],
    enum: [...substitutions, null],
    description: 'What is wanted if it has run out; null: as for the order.',
  },
  note: { type: 'string', description: 'For the person who packs the line.' },
}

/** The answers that the gateway sends. Clients accept more, such as numbers as text. */
export const answerVocabulary: Vocabulary = {
  special: [
    ...shared,
    [numeric, { type: 'number' }],
    [wholeId, { type: 'integer', minimum: 1 }],
    [opaqueId, { type: 'string', minLength: 1 }],
    [count, { type: 'integer', minimum: 0 }],
    [flag, { type: 'string', enum: ['T', 'F'] }],
    [allergenNames, someOf(allergens)],
    [dietNames, someOf(diets)],
    [storageName, oneOf(storages)],
    [nutrition.schema.per, oneOf(nutritionBases)],
    [packSize.schema.unit, oneOf(sizeUnits)],
    [amountText, { type: 'string', pattern: String.raw`^\d+\.\d\d$`, description: 'Dollars.' }],
  ],
  named: {
    AddedLines: addedLines,
    Address: address,
    AddressFields: addressFields,
    Banner: banner,
    Brand: brand,
    CartLine: cartLine,
    Category: category,
    Conflict: conflict,
    Contact: contactPerson,
    Country: country,
    Coupon: coupon,
    CreatedLists: createdLists,
    Customer: customerInfo,
    DeliveryMethod: deliveryMethod,
    Favourite: favourite,
    ListFacets: listFacets,
    ListLine: listLine,
    Nutrition: nutrition,
    Order: order,
    OrderLine: orderLine,
    OrderSummary: orderSummary,
    PackSize: packSize,
    PaidPayment: paidPayment,
    PaymentOrder: paymentOrder,
    Product: product,
    ProductDetail: productDetail,
    RefusedLine: refusedLine,
    Region: region,
    RemovedLine: removedLine,
    SavedFavourites: savedFavourites,
    SharedList: sharedList,
    ShoppingList: shoppingList,
    Slot: slot,
    OrderSlot: orderSlot,
    StoreRegion: storeRegion,
    Suburb: suburb,
    SuggestedProduct: suggestedProduct,
    SuggestedSuburb: suggestedSuburb,
    Suggestions: suggestions,
    Usual: usual,
    ValueCount: valueCount,
    MultiBuy: multiBuy,
    Weighed: weighed,
  },
  unvalidated: [
    [cartLine, lineChoice],
    [
      orderLine,
      {
        ...lineChoice,
        insteadOf: { ...namedQuantity, description: 'What was ordered, and is replaced by this line.' },
      },
    ],
    [
      order,
      {
        substitution: oneOf(substitutions),
        slot: { $ref: '#/components/schemas/OrderSlot' },
        statusTimes: {
          type: 'object',
          properties: Object.fromEntries(Object.keys(orderStatus.schema).map(status => [status, { type: 'string' }])),
          description:
            'When the order got each status. One that it has not had, or whose time is not known, is absent.',
        },
        cancellation: {
          type: ['object', 'null'],
          properties: {
            until: { type: ['string', 'null'], description: 'ISO 8601. Null for an order without a slot.' },
            refusal: { type: ['string', 'null'], enum: ['packing', 'cutOff', null] },
          },
          required: ['until', 'refusal'],
          description: 'Until when the shopper can cancel it, or why not any more. Null for an order that is over.',
        },
        version: {
          type: 'integer',
          description: 'Grows with each change. An order with it can be changed by POST /order/{id}/change.',
        },
        leftOut: { type: 'array', items: namedQuantity, description: 'What had run out when the order was packed.' },
        problems: {
          type: 'object',
          properties: {
            left: { type: 'integer', minimum: 0, maximum: mostReports, description: 'How many more reports it takes.' },
            reports: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  reportId: { type: 'string' },
                  at: { type: 'string', description: 'ISO 8601, UTC.' },
                  kind: oneOf(problemKinds),
                  lines: { type: 'array', items: namedLine },
                  comment: { type: ['string', 'null'] },
                  hasPhotograph: { type: 'boolean', description: 'It has a photograph, which only staff see.' },
                  answer: {
                    type: ['object', 'null'],
                    properties: { text: { type: 'string' }, at: { type: 'string' } },
                    required: ['text', 'at'],
                  },
                },
                required: ['reportId', 'at', 'kind', 'lines', 'comment', 'hasPhotograph', 'answer'],
              },
              description: 'Oldest first.',
            },
          },
          required: ['left', 'reports'],
          description:
            'What was reported as wrong with it. Absent for an order without reports whose status does not allow one.',
        },
        refunds: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              amount: { type: 'number', description: 'Dollars.' },
              at: { type: 'string', description: 'ISO 8601, UTC.' },
            },
            required: ['amount', 'at'],
          },
          description: 'What the payment provider has refunded of it, oldest first. Absent without a refund.',
        },
      },
    ],
    [orderSummary, { slot: { $ref: '#/components/schemas/OrderSlot' } }],
    [profileRenewal, { customerInfo: { $ref: '#/components/schemas/Customer' } }],
    [
      order.schema.payment,
      {
        isTest: { type: 'boolean', description: 'The provider moves no money.' },
        isReturned: { type: 'boolean', description: 'The order was cancelled and its money is refunded.' },
      },
    ],
  ],
  notes: {
    createdAt: 'ISO 8601, UTC.',
    stockStatusId: '2: out of stock, 3: in stock; any other number shows neither.',
    specialPrice: 'Dollars; the price while there is one.',
    regularPrice: 'Dollars; the unit price without the special price.',
    weighed:
      'Of goods by weight: the price is that of one step or piece, and amounts are estimates until they are weighed.',
    grams: 'What one step or piece weighs, about.',
    mostGrams: 'The grams of one step or piece that are paid for at most.',
    most: 'Of an order with goods by weight: the most that it can cost, in dollars.',
    multiBuy: 'So many together for that price, in dollars, while it is offered; the others cost the unit price.',
    specialEndsAt: 'When `specialPrice` ends.',
    multiBuyEndsAt: 'When `multiBuy` ends.',
    stockNotice: 'It is not in stock, and POST /stock-notices can ask for a mail when it is.',
    linePrice:
      'Dollars; what the line costs with `multiBuy`. Without it the line costs `totalPrice`, price times quantity.',
    weighedGrams: 'What was weighed; absent before.',
    isEstimate: 'Something is not weighed yet.',
    token: 'A JSON Web Token, for the header Authorization.',
    pendingEmail: 'The new email address, until its mailed link is opened.',
    suggestions: 'With `area`: the suburbs that may be meant.',
    left: 'Of a conflict about `stock`: the quantity that can be ordered. Of a slot: how many more orders it takes. Of a product that was not added: the quantity that still can be.',
    facets: 'Of a page: the number of products that each filter would leave, beside the other filters.',
    ingredients: 'Plain text, in the order of the label.',
    allergens: 'Those that it contains; absent if that is not known.',
    mayContain: 'Allergens that may get into it while it is made.',
    energy: 'Kilojoules.',
    protein: 'Grams.',
    fat: 'Grams.',
    saturatedFat: 'Grams.',
    carbohydrate: 'Grams.',
    sugars: 'Grams.',
    sodium: 'Milligrams.',
    diet: 'Of a product: what it is stated to be. As a facet: the products with each statement.',
    origin: 'Of a product: the country where it was grown or made. As a facet: the products of each country.',
    storage: 'Of a product: at which temperature it is kept. As a facet: the products of each temperature.',
    without: 'The products that are left without each allergen.',
    noInformation:
      'Products that `without` leaves out, or would leave out, because nothing is known about their allergens.',
    lowestPrice: 'Dollars; the lowest price in the 30 days before the special price began.',
    startsAt: 'ISO 8601 with the offset of the store’s time zone, as `endsAt` and `cutOffAt`.',
    cutOffAt: 'Until when the slot can be ordered for.',
    slots: 'Of a conflict about `slot`: the next free ones.',
    slotId: 'Of an order: when it is delivered or collected; absent if the shopper has chosen no slot.',
    was: 'Dollars.',
    now: 'Dollars.',
  },
}
