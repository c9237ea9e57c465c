/** A change of one place in a file that some invariant of the fuzzer must notice. */
export interface FuzzMutant {
  what: string
  file: string
  from: string
  to: string
}

export const fuzzMutants: readonly FuzzMutant[] = [
  {
    what: 'a product can be added twice at once',
    file: 'machines/cart/cart-setup.ts',
    from: 'isQuantity(quantity) && !isAdding(context, productId),',
    to: 'isQuantity(quantity) && productId === productId && context.keyCount >= 0,',
  },
  {
    what: 'a lost addition gets a new key',
    file: 'machines/cart/pending-commands.ts',
    from: 'const requestId = unanswered?.requestId ??',
    to: 'const requestId =',
  },
  {
    what: 'a reload of the cart keeps the coupon',
    file: 'machines/cart/cart-setup.ts',
    from: "dropCouponAndCode: assign({ code: '', coupon: null,",
    to: "dropCouponAndCode: assign({ code: '',",
  },
  {
    what: 'the first command for a line wins',
    file: 'machines/cart/pending-commands.ts',
    from: '  if (at < 0) return [...pendingCommands, command]',
    to: '  if (at >= 0) return pendingCommands\n  if (at < 0) return [...pendingCommands, command]',
  },
  {
    what: 'a change of the cart is not told',
    file: 'machines/cart/cart.ts',
    from: "actions: ['announceRemoval', 'dropLine', 'dequeue', 'reportCart'] },",
    to: "actions: ['announceRemoval', 'dropLine', 'dequeue'] },",
  },
  {
    what: 'lines that may be old are taken',
    file: 'machines/cart/cart-setup.ts',
    from: 'JSON.stringify(quantities(lines)) !== JSON.stringify(quantities(context.lines)),',
    to: 'JSON.stringify(lines) === null,',
  },
  {
    what: 'late answers for another country are kept',
    file: 'machines/address/places.ts',
    from: 'chooseCountry: assign({\n      countryId: (_, countryId: number | null) => countryId,\n      regionId: null,\n      regions: [],',
    to: 'chooseCountry: assign({\n      countryId: (_, countryId: number | null) => countryId,\n      regionId: null,',
  },
  {
    what: 'a logout forgets the account no more',
    file: 'machines/session/session.ts',
    from: 'const noCustomer = { customer: null, validFor: 0, account: null }',
    to: 'const noCustomer = { customer: null, validFor: 0 }',
  },
  {
    what: 'who leaves leaves their pages behind',
    file: 'machines/shop/shop.ts',
    from: 'const ended = context.spawned.filter(isPrivatePage)',
    to: 'const ended = context.spawned.filter(isPrivatePage).slice(1)',
  },
  {
    what: 'who comes next goes on with the keys of who left',
    file: 'machines/shop/shop.ts',
    from: 'return visit ? `${visit}~${Number(left) + 1}` : flow',
    to: 'return visit && left ? flow : flow',
  },
  {
    what: 'whoever registers finds what is of who was logged in',
    file: 'machines/session/session.ts',
    from: "                { type: 'reportEnded', params: ({ event }) => event.sessionId },\n                { type: 'reportLoggedInElsewhere'",
    to: "                { type: 'reportLoggedInElsewhere'",
  },
  {
    what: 'journals of other tabs stay after a logout',
    file: 'src/effects/session.ts',
    from: '        vault.clear()\n        await forgetJournal()',
    to: '        vault.clear()',
  },
  {
    what: 'a lost answer to an order is taken for a refusal',
    file: 'machines/checkout/checkout.ts',
    from: "isLost: (_, refusal: Refusal) => refusal.code !== 'refused'",
    to: "isLost: (_, refusal: Refusal) => refusal.code === 'interrupted'",
  },
  {
    what: 'a settled order keeps its key for the next',
    file: 'machines/checkout/checkout.ts',
    from: '{ wish: order, attempt: attempt + 1 }',
    to: '{ wish: order, attempt }',
  },
  {
    what: 'an order is placed at another total than was shown',
    file: 'machines/checkout/checkout.ts',
    from: 'checkoutTotals(context).total === total &&',
    to: 'total === total &&',
  },
  {
    what: 'an order is begun while another tab holds the checkout',
    file: 'machines/checkout/checkout.ts',
    from: "isElsewhere: or([stateIn({ tab: 'elsewhere' }), stateIn({ tab: 'taking' })])",
    to: "isElsewhere: or([stateIn({ tab: 'taking' })])",
  },
  {
    what: 'an approval of another payment counts',
    file: 'machines/payment/payment-setup.ts',
    from: 'providerOrderId === context.providerOrderId,',
    to: "providerOrderId !== '' || context.providerOrderId === '',",
  },
  {
    what: 'a failed payment is placed',
    file: 'machines/checkout/checkout.ts',
    from: "              { target: 'review' },\n            ],\n          },\n        },\n        placing: {",
    to: "              { target: 'placing' },\n            ],\n          },\n        },\n        placing: {",
  },
  {
    what: 'a failed registration loses what was typed',
    file: 'machines/registration/registration.ts',
    from: "            { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },\n            { type: 'announceRefusal'",
    to: "            { type: 'storeValue', params: { form: 'person', field: 'email', value: '' } },\n            { type: 'announceRefusal'",
  },
  {
    what: 'a reload forgets the cart that the shop was told of',
    file: 'machines/shop/resume.ts',
    from: '    basket: mySnapshot.context.basket,\n',
    to: '',
  },
  {
    what: 'timers are not kept in a checkpoint',
    file: 'machines/shop/resume.ts',
    from: '    ...mine.timers.filter(timer => isPrivate(timer.to)),\n',
    to: '',
  },
  {
    what: 'the key of an addition is not written down',
    file: 'src/effects/cart.ts',
    from: '          remember()\n',
    to: '',
  },
  {
    what: 'the token is in an event',
    file: 'src/effects/login-storage.ts',
    from: 'return { customer: identity.customer, validFor: identity.validFor }',
    to: 'return { customer: identity.customer, validFor: identity.validFor, token }',
  },
]
