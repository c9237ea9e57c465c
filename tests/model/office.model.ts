import type { AnyMachineSnapshot } from 'xstate'
import type { BoardOrder, ImportPreview, OfficeOrder, OfficeSession } from '#contract/office'
import { changesPageSize, type OfficeChange } from '#contract/office-change'
import { newKey } from '#contract/office-settings'
import { officeArrivalsMachine, type OfficeArrivalsContext } from '#machines/office/office-arrivals'
import { officeBoardMachine, type OfficeBoardContext } from '#machines/office/office-board'
import { officeChangesMachine, type OfficeChangesContext } from '#machines/office/office-changes'
import { officeOrderMachine } from '#machines/office/office-order'
import type { OfficeOrderContext } from '#machines/office/office-order-setup'
import { officeImportMachine, type OfficeImportContext } from '#machines/office/office-import'
import { officeFiguresMachine, type OfficeFiguresContext } from '#machines/office/office-figures'
import { officeGoodsMachine, type OfficeGoodsContext } from '#machines/office/office-goods'
import { officeProductMachine, type OfficeProductContext } from '#machines/office/office-product'
import { officeSettingMachine, type OfficeSettingContext } from '#machines/office/office-setting'
import { officeSettingsMachine, type OfficeSettingsContext } from '#machines/office/office-settings'
import { officeMachine, type OfficeContext } from '#machines/office/office'
import { officeLoginMachine } from '#machines/office/office-login'
import type { OfficeLoginContext } from '#machines/office/office-login-setup'
import { effect } from '#machines/parts/effect'
import { after, done, fails, type Model } from '#tools/walks/graph'
import {
  gone,
  lost,
  officeFigures,
  officeProduct as product,
  officeSetting as setting,
  placedOrder,
} from '../kit/outcomes.ts'

const session = (step: OfficeSession['step']): OfficeSession => ({ name: 'Mei Chen', role: 'owner', step })
const loggedOut = { code: 'refused', message: 'Please log in again.', status: 401 }
const wrong = { code: 'refused', message: 'That code isn’t right.', status: 422, field: 'code' }

/** Who is logged in, with answers, lost answers, and a login that ends by itself. */
export const officeModel: Model = {
  // the login and the pages have models of their own
  machine: officeMachine.provide({
    actors: {
      officeLogin: effect('officeLogin') as never,
      officeArrivals: effect('officeArrivals') as never,
      officeBoard: effect('officeBoard') as never,
      officeOrder: effect('officeOrder') as never,
      officeChanges: effect('officeChanges') as never,
      officeGoods: effect('officeGoods') as never,
      officeProduct: effect('officeProduct') as never,
      officeSettings: effect('officeSettings') as never,
      officeSetting: effect('officeSetting') as never,
      officeImport: effect('officeImport') as never,
      officeFigures: effect('officeFigures') as never,
    },
  }),
  cases: () => [
    { type: 'location.changed', path: '/office/login' },
    { type: 'location.changed', path: '/office' },
    { type: 'location.changed', path: '/office/orders/10001' },
    { type: 'location.changed', path: '/office/changes' },
    { type: 'location.changed', path: '/office/goods' },
    { type: 'location.changed', path: '/office/import' },
    { type: 'location.changed', path: '/office/figures' },
    { type: 'location.changed', path: '/office/goods/101' },
    { type: 'location.changed', path: '/office/settings' },
    { type: 'location.changed', path: '/office/settings/methods/home-delivery' },
    { type: 'location.changed', path: '/office/nothing' },
    done('officeSetting', undefined),
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
    { type: 'session.logOut' },
    { type: 'session.expired' },
    { type: 'office.retry' },
    ...['readSession', 'checkSession'].flatMap(id => [
      done(id, session('open')),
      fails(id, loggedOut),
      fails(id, lost),
    ]),
    done('readSession', session('code')),
    done('officeLogin', session('open')),
    done('logOut', null),
    fails('logOut', lost),
    after('checkPause', 'office.loggedIn.session.waiting'),
  ],
  key(state: AnyMachineSnapshot) {
    const { session, path, isVisible, hasExpired } = state.context as OfficeContext
    return JSON.stringify([state.value, session?.step ?? null, path, isVisible, hasExpired])
  },
}

/** The login, through each of its steps. */
export const officeLoginModel: Model = {
  machine: officeLoginMachine,
  cases(state: AnyMachineSnapshot) {
    const { email, isPasswordEmpty, code } = state.context as OfficeLoginContext
    return [
      { type: 'login.typedEmail', value: email === '' ? 'mei@example.com' : '' },
      { type: 'login.typedPassword', isEmpty: !isPasswordEmpty },
      { type: 'login.typedCode', value: code === '' ? '123456' : '' },
      { type: 'login.submit' },
      { type: 'login.continue' },
      { type: 'login.retry' },
      done('logIn', session('new-password')),
      done('logIn', session('code')),
      done('logIn', session('open')),
      fails('logIn', { ...loggedOut, message: 'That email and password don’t match.' }),
      done('replacePassword', session('set-up')),
      fails('replacePassword', lost),
      fails('replacePassword', loggedOut),
      done('readSecondFactor', { secret: 'ABCD', uri: 'otpauth://totp/x' }),
      fails('readSecondFactor', lost),
      fails('readSecondFactor', loggedOut),
      done('confirmSecondFactor', { ...session('open'), recoveryCodes: ['11111-22222'] }),
      fails('confirmSecondFactor', wrong),
      fails('confirmSecondFactor', loggedOut),
      done('enterCode', session('open')),
      fails('enterCode', wrong),
      fails('enterCode', loggedOut),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { email, isPasswordEmpty, code, isSubmitted, refusal, session } = state.context as OfficeLoginContext
    const shown = refusal?.field ?? refusal?.status ?? null
    return JSON.stringify([state.value, email !== '', isPasswordEmpty, code !== '', isSubmitted, shown, session?.step])
  },
}

const listed: BoardOrder = {
  orderNumber: '10001',
  orderStatus: 'received',
  createdAt: '2026-11-20T01:00:00.000Z',
  name: 'Mai Tran',
  telephone: '0255500188',
  deliveryName: 'Home delivery',
  quantity: 1,
  total: 15.9,
  isEstimate: false,
}

/** The board: a search, answers and lost answers. */
export const officeBoardModel: Model = {
  machine: officeBoardMachine,
  cases: () => [
    { type: 'board.search', text: 'mai' },
    { type: 'board.search', text: '' },
    { type: 'board.refresh' },
    ...['readBoard', 'updateBoard'].flatMap(id => [done(id, [listed]), fails(id, lost)]),
    after('pause', 'officeBoard.shown'),
    after('typingPause', 'officeBoard.typing'),
  ],
  key(state: AnyMachineSnapshot) {
    const { orders, search, failures } = state.context as OfficeBoardContext
    return JSON.stringify([state.value, orders.length, search, Math.min(failures, 2)])
  },
}

/** Orders that arrive while the board is seen or not, and the sound. */
export const officeArrivalsModel: Model = {
  machine: officeArrivalsMachine,
  cases: () => [
    { type: 'arrivals.watch', isBoardSeen: true },
    { type: 'arrivals.watch', isBoardSeen: false },
    { type: 'sound.turnOn' },
    { type: 'sound.turnOff' },
    done('readNewOrders', ['10001']),
    done('readNewOrders', ['10002', '10001']),
    fails('readNewOrders', lost),
    done('readSoundChoice', true),
    done('readSoundChoice', false),
    fails('readSoundChoice', lost),
    ...['watchFirstPress', 'playSound', 'endSound'].flatMap(id => [done(id, null), fails(id, lost)]),
    after('pause', 'officeArrivals.orders.known'),
  ],
  key(state: AnyMachineSnapshot) {
    const { newOrders, unseen, isBoardSeen, failures } = state.context as OfficeArrivalsContext
    return JSON.stringify([state.value, newOrders, unseen, isBoardSeen, Math.min(failures, 1)])
  },
}

const order: OfficeOrder = {
  ...listed,
  version: 0,
  next: ['preparing', 'cancelled'],
  email: 'mai@example.com',
  lines: placedOrder.lines,
  subtotal: 15.9,
  discount: 0,
  couponCode: null,
  deliveryFee: 0,
  billingAddress: placedOrder.billingAddress,
  deliveryAddress: placedOrder.deliveryAddress,
  comment: null,
  payment: { method: 'on-delivery', status: 'pending' },
  history: [],
}
const stale = { code: 'refused', message: 'Lan Tran changed this order first.', status: 409 }

const report = {
  reportId: 'report-1',
  at: '2026-11-20T03:00:00.000Z',
  kind: 'missing',
  lines: [{ productId: 1, productName: 'Rice', quantity: 1 }],
  comment: null,
  hasPhotograph: false,
  answer: null,
}

/** The order as the gateway answers with it: every answer allows the same. */
const current = { ...order, refundable: 15.9, reports: [report] }

/** An order: it is read, gets a status, is cancelled, and is changed by another person. */
export const officeOrderModel: Model = {
  machine: officeOrderMachine,
  cases: () => [
    { type: 'order.setStatus', status: 'preparing' },
    { type: 'order.setStatus', status: 'cancelled' },
    { type: 'order.typeWeight', productId: 1, text: '640' },
    { type: 'order.typeWeight', productId: 1, text: 'heavy' },
    { type: 'order.saveWeight', productId: 1 },
    done('weigh', { ...current, version: 1 }),
    fails('weigh', stale),
    { type: 'order.pick', productId: 1, picking: 'out-of-stock' },
    { type: 'order.replace', productId: 1, quantity: 1 },
    { type: 'order.typeSearch', text: 'rice' },
    { type: 'order.search' },
    { type: 'order.typeQuantity', text: '2' },
    { type: 'order.typeQuantity', text: 'two' },
    { type: 'order.chooseSubstitute', substituteId: 2 },
    { type: 'order.keepLine' },
    { type: 'order.finishPicking' },
    done('readSubstitutes', [{ productId: 2, productName: 'Tea', price: 11.9, left: 5 }]),
    fails('readSubstitutes', lost),
    done('pick', { ...current, version: 1 }),
    fails('pick', stale),
    done('finishPicking', { ...current, version: 1 }),
    fails('finishPicking', stale),
    { type: 'order.refund' },
    { type: 'order.typeRefund', typed: { amount: '5', reason: 'late', note: '' } },
    { type: 'order.typeRefund', typed: { amount: 'much' } },
    { type: 'order.sendRefund' },
    done('refund', { ...current, version: 1, refundable: 10.9 }),
    fails('refund', stale),
    { type: 'order.answer', reportId: 'report-1' },
    { type: 'order.typeAnswer', text: 'We bring it tomorrow' },
    { type: 'order.sendAnswer' },
    done('answerReport', { ...current, version: 1 }),
    fails('answerReport', stale),
    { type: 'order.confirm' },
    { type: 'order.keep' },
    { type: 'order.retry' },
    done('readOrder', current),
    fails('readOrder', lost),
    fails('readOrder', gone),
    done('updateOrder', { ...current, orderStatus: 'preparing', version: 1 }),
    fails('updateOrder', lost),
    done('setStatus', { ...current, orderStatus: 'preparing', version: 1 }),
    fails('setStatus', stale),
    after('pause', 'officeOrder.open.shown'),
    after('doublePress', 'officeOrder.changed'),
  ],
  key(state: AnyMachineSnapshot) {
    const {
      order,
      wanted,
      weights,
      replacing,
      refund,
      isRefundSubmitted,
      answer,
      isAnswerSubmitted,
      refusal,
      failures,
    } = state.context as OfficeOrderContext
    const shown = [order?.version ?? null, wanted, weights[1] ?? null, refusal !== null, Math.min(failures, 1)]
    return JSON.stringify([
      state.value,
      ...shown,
      replacing?.quantity === 'two',
      refund?.amount,
      refund?.reason,
      isRefundSubmitted,
      answer?.text,
      isAnswerSubmitted,
    ])
  },
}

const change: OfficeChange = {
  changeId: 7,
  at: '2026-11-20T01:00:00.000Z',
  staffName: 'Mei Chen',
  orderNumber: '10001',
  what: 'status of order 10001',
  before: 'New',
  after: 'Picking',
}

/** The figures: of a day and a week, and lost answers. */
export const officeFiguresModel: Model = {
  machine: officeFiguresMachine,
  cases: () => [
    { type: 'figures.choose', period: 'week', day: null },
    { type: 'figures.choose', period: 'day', day: '2026-11-20' },
    { type: 'figures.retry' },
    done('readFigures', officeFigures),
    fails('readFigures', lost),
  ],
  key(state: AnyMachineSnapshot) {
    const { period, day, figures } = state.context as OfficeFiguresContext
    return JSON.stringify([state.value, period, day, figures !== null])
  },
}

/** The list of changes: pages, its end, and lost answers. */
export const officeChangesModel: Model = {
  machine: officeChangesMachine,
  cases: () => [
    { type: 'changes.readMore' },
    { type: 'changes.retry' },
    done(
      'readChanges',
      Array.from({ length: changesPageSize }, () => change),
    ),
    done('readChanges', []),
    fails('readChanges', lost),
  ],
  key(state: AnyMachineSnapshot) {
    const { changes, hasMore } = state.context as OfficeChangesContext
    return JSON.stringify([state.value, Math.min(changes.length, 2), hasMore])
  },
}

/** The goods: a search, answers and lost answers. */
export const officeGoodsModel: Model = {
  machine: officeGoodsMachine,
  cases: () => [
    { type: 'goods.search', text: 'rice' },
    { type: 'goods.search', text: '' },
    { type: 'goods.retry' },
    done('readGoods', [product]),
    fails('readGoods', lost),
    after('typingPause', 'officeGoods.typing'),
  ],
  key(state: AnyMachineSnapshot) {
    const { goods, search } = state.context as OfficeGoodsContext
    return JSON.stringify([state.value, goods.length, search])
  },
}

const staleProduct = { ...stale, message: 'Lan Tran changed this product first.' }

/** A product: it is read, changed, refused, and changed by another person. */
export const officeProductModel: Model = {
  machine: officeProductMachine,
  cases: () => [
    { type: 'product.type', field: 'price', text: '14.90' },
    { type: 'product.type', field: 'price', text: 'much' },
    { type: 'product.setForSale', isForSale: false },
    { type: 'product.save' },
    { type: 'product.discard' },
    { type: 'product.retry' },
    done('readProduct', product),
    fails('readProduct', lost),
    done('readProduct', { ...product, version: 1 }),
    fails('readProduct', gone),
    done('saveProduct', { ...product, price: 14.9, version: 1 }),
    fails('saveProduct', staleProduct),
    fails('saveProduct', lost),
  ],
  key(state: AnyMachineSnapshot) {
    const {
      product: shown,
      typed,
      isForSale,
      sent,
      isSubmitted,
      isSaved,
      refusal,
    } = state.context as OfficeProductContext
    return JSON.stringify([
      state.value,
      shown?.version ?? null,
      typed.price ?? null,
      isForSale,
      JSON.stringify(sent),
      isSubmitted,
      isSaved,
      refusal?.code ?? null,
    ])
  },
}

/** The settings of a section: they are read, and lost answers. */
export const officeSettingsModel: Model = {
  machine: officeSettingsMachine,
  cases: () => [
    { type: 'settings.retry' },
    done('readSettings', { rows: [setting], choices: {} }),
    fails('readSettings', lost),
  ],
  key(state: AnyMachineSnapshot) {
    const { list } = state.context as OfficeSettingsContext
    return JSON.stringify([state.value, list?.rows.length ?? null])
  },
}

const staleSetting = { ...stale, message: 'Lan Tran changed this first.' }

/** A setting: it is read, changed, refused, changed by another person, and removed. */
export const officeSettingModel: Model = {
  machine: officeSettingMachine,
  cases: () => [
    { type: 'setting.type', field: 'places', text: '4' },
    { type: 'setting.type', field: 'places', text: 'many' },
    { type: 'setting.save' },
    { type: 'setting.discard' },
    { type: 'setting.remove' },
    { type: 'setting.confirm' },
    { type: 'setting.keep' },
    { type: 'setting.retry' },
    done('readSetting', setting),
    done('readSetting', { ...setting, key: newKey }),
    fails('readSetting', lost),
    done('readSetting', { ...setting, version: 1 }),
    fails('readSetting', gone),
    done('saveSetting', { ...setting, values: { ...setting.values, places: '4' }, version: 1 }),
    fails('saveSetting', staleSetting),
    fails('saveSetting', lost),
    done('removeSetting', null),
    fails('removeSetting', staleSetting),
  ],
  key(state: AnyMachineSnapshot) {
    const { setting: shown, typed, sent, isSubmitted, isSaved, refusal } = state.context as OfficeSettingContext
    const entered = [typed.places ?? null, sent.places ?? null]
    return JSON.stringify([
      state.value,
      shown?.key ?? null,
      shown?.version ?? null,
      entered,
      isSubmitted,
      isSaved,
      refusal?.code ?? null,
    ])
  },
}

const preview: ImportPreview = {
  importId: 'import-1',
  fileName: 'goods.csv',
  checkedAt: '2026-11-20T01:00:00.000Z',
  isApplied: false,
  rows: 2,
  products: [
    {
      line: 2,
      productId: 101,
      code: 'LL-0101',
      name: 'Golden Paddy Jasmine Rice 5 kg',
      differences: [{ what: 'price', before: '$15.90', after: '$14.90' }],
    },
  ],
  errors: [],
}
const faulty: ImportPreview = { ...preview, errors: [{ line: 3, code: null, reason: 'The code is missing.' }] }
const goodsFile = { name: 'goods.csv', size: 40, text: 'code,price\nLL-0101,14.90\n' }

/** The import: a file is checked, applied, refused, and applied without an answer. */
export const officeImportModel: Model = {
  machine: officeImportMachine,
  cases: () => [
    { type: 'import.chooseFile', file: goodsFile },
    { type: 'import.chooseFile', file: { ...goodsFile, size: 9_000_000, text: '' } },
    { type: 'import.check' },
    { type: 'import.apply' },
    { type: 'import.showMore' },
    { type: 'import.retry' },
    ...['checkImport', 'recheckImport'].flatMap(id => [done(id, preview), done(id, faulty), fails(id, lost)]),
    done('readImport', null),
    done('readImport', preview),
    done('readImport', { ...preview, isApplied: true }),
    fails('readImport', lost),
    done('applyImport', { ...preview, isApplied: true }),
    fails('applyImport', stale),
    fails('applyImport', gone),
    fails('applyImport', lost),
    fails('applyImport', { ...stale, status: 422 }),
  ],
  key(state: AnyMachineSnapshot) {
    const { file, preview: shown, shownCount, isSubmitted, refusal } = state.context as OfficeImportContext
    return JSON.stringify([
      state.value,
      file?.size ?? null,
      shown === null ? null : [shown.isApplied, shown.errors.length],
      Math.min(shownCount, 200),
      isSubmitted,
      refusal?.status ?? null,
    ])
  },
}
