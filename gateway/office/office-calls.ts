import { longestSearch, type officeRoutes } from '#contract/office'
import type { BodyOf } from '#contract/route'
import { deliverMailsLater } from '../mail/outbox.ts'
import { answerReport, readReportPhotograph } from '../orders/answer-report.ts'
import { refundOrder } from '../orders/refund-order.ts'
import { setOrderStatus } from '../orders/order-status.ts'
import { listSubstitutes } from '../orders/office-lines.ts'
import { finishPicking, pickLine } from '../orders/pick-line.ts'
import { weighLine } from '../orders/weigh-line.ts'
import { badRequest, Refused } from '../requests/refusals.ts'
import type { PaymentServices } from '../payments/payment-provider.ts'
import { settleRefundLater } from '../payments/settle-refunds.ts'
import { changeProduct, productIdIn, readGoods, readOfficeProduct } from './goods.ts'
import { readFigures } from './figures.ts'
import { exportGoods, type OfficeFile } from './export-goods.ts'
import { applyImport, checkImport, readImport, recheckImport } from './import-goods.ts'
import { listNewOrders, mayGive, orderNumberIn, readBoard, readOfficeOrder } from './board.ts'
import { listChanges } from '../changes/changes.ts'
import { changeSetting, readSetting, readSettings, removeSetting, sectionIn } from './settings/settings.ts'
import {
  checkCode,
  confirmSecondFactor,
  enterCode,
  logInToOffice,
  readSecondFactor,
  replaceOneTimePassword,
  toSession,
} from './log-in.ts'
import { endStaffLogin, type StaffBearer } from './staff-logins.ts'

/** A checked request. */
export interface OfficeRequest<Body> {
  params: Record<string, string>
  body: Body
  ip: string
  bearer: StaffBearer
}

/** An answer. `token` is sent as a cookie: null deletes it, undefined leaves it. */
export interface OfficeAnswer {
  data?: unknown
  listData?: unknown[]
  token?: string | null
  /** Sent in place of the answer. */
  file?: OfficeFile
}

type Routes = typeof officeRoutes

/** The heaviest line, as of the operator's command. */
const mostGrams = 9_999_999

/** What the gateway does for each call of the office. */
export type OfficeCalls = {
  [Name in keyof Routes]: (question: OfficeRequest<BodyOf<Routes[Name]>>) => Promise<OfficeAnswer>
}

/** The calls of the office. Who may make them is decided before, in `office-access.ts`. */
export const createOfficeCalls = (shop: PaymentServices): OfficeCalls => ({
  officeSession: async ({ bearer: { person, step } }) => ({ data: toSession(person, step) }),
  officeLogIn: ({ body, ip }) => logInToOffice(shop, body, ip),
  officeNewPassword: ({ bearer, body }) => replaceOneTimePassword(shop, bearer, body.password),
  officeSecondFactor: async ({ bearer }) => ({ data: await readSecondFactor(shop, bearer) }),
  officeConfirm: ({ bearer, body }) => confirmSecondFactor(shop, bearer, checkCode(body.code)),
  officeCode: ({ bearer, body }) => enterCode(shop, bearer, checkCode(body.code)),
  officeLogOut: async ({ bearer }) => {
    await endStaffLogin(shop.database, bearer.loginId)
    return { token: null }
  },
  officeBoard: async ({ params }) => ({
    listData: await readBoard(shop.database, shop.rules.timeZone, params.search ?? ''),
  }),
  officeNewOrders: async () => ({ data: { orderNumbers: await listNewOrders(shop.database) } }),
  officeOrder: async ({ params, bearer }) => ({
    data: await readOfficeOrder(shop.database, orderNumberIn(params.number), bearer.person.role),
  }),
  officeSetStatus: async ({ params, body: { status, version }, bearer: { person } }) => {
    const number = orderNumberIn(params.number)
    if (!mayGive(person.role, status)) throw new Refused(403, 'Only an owner can do this.')
    const change = { number, status, staffName: person.name, version }
    const mail = await setOrderStatus(shop.database, change, shop.rules.name)
    shop.reportEvent('order.status-changed', { orderNumber: String(number), status })
    if (mail !== null) deliverMailsLater(shop, [mail])
    return { data: await readOfficeOrder(shop.database, number, person.role) }
  },
  officeWeigh: async ({ params, body: { productId, grams, version }, bearer: { person } }) => {
    if (!Number.isInteger(grams) || grams < 0 || grams > mostGrams)
      throw badRequest('The weight is not a number of grams.')
    const number = orderNumberIn(params.number)
    const weighing = { number, line: { productId }, grams, staffName: person.name, version }
    const { mail } = await weighLine(shop.database, weighing, shop.rules.name)
    if (mail !== null) deliverMailsLater(shop, [mail])
    return { data: await readOfficeOrder(shop.database, number, person.role) }
  },
  officeRefund: async ({ params, body, bearer: { person } }) => {
    const number = orderNumberIn(params.number)
    const id = await refundOrder(shop.database, { ...body, number, staffName: person.name })
    settleRefundLater(shop, id)
    return { data: await readOfficeOrder(shop.database, number, person.role) }
  },
  officeAnswerReport: async ({ params, body, bearer: { person } }) => {
    const number = orderNumberIn(params.number)
    const answering = { ...body, number, reportId: params.reportId ?? '', staffName: person.name }
    const mail = await answerReport(
      shop.database,
      { orderLinks: shop.orderLinks, shopName: shop.rules.name },
      answering,
    )
    if (mail !== null) deliverMailsLater(shop, [mail])
    return { data: await readOfficeOrder(shop.database, number, person.role) }
  },
  officeReportPhotograph: async ({ params }) => ({
    file: await readReportPhotograph(shop.database, orderNumberIn(params.number), params.reportId ?? ''),
  }),
  officeGoods: async ({ params }) => ({ listData: await readGoods(shop.database, params.search ?? '') }),
  officeProduct: async ({ params }) => ({
    data: await readOfficeProduct(shop.database, productIdIn(params.productId), shop.rules.timeZone),
  }),
  officeChangeProduct: async ({ params, body, bearer: { person } }) => {
    const { version: _, stockChange: __, ...reserved } = body
    if (person.role !== 'owner' && Object.values(reserved).some(value => value !== undefined))
      throw new Refused(403, 'Only an owner can do this.')
    const productId = productIdIn(params.productId)
    await changeProduct(shop.database, productId, body, person.name, shop.rules.timeZone)
    return { data: await readOfficeProduct(shop.database, productId, shop.rules.timeZone) }
  },
  officeExport: async () => ({ file: exportGoods(shop.database, shop.rules.timeZone) }),
  officeImport: async ({ bearer: { person } }) => ({ data: await readImport(shop.database, person) }),
  officeCheckImport: async ({ body, bearer: { person } }) => ({
    data: await checkImport(shop.database, person, body, shop.rules.timeZone),
  }),
  officeRecheckImport: async ({ params, bearer: { person } }) => ({
    data: await recheckImport(shop.database, person, params.importId!, shop.rules.timeZone),
  }),
  officeApplyImport: async ({ params, bearer: { person } }) => ({
    data: await applyImport(shop.database, person, params.importId!, shop.rules.timeZone),
  }),
  officeSubstitutes: async ({ params }) => {
    const search = params.search ?? ''
    if (search.length > longestSearch) throw badRequest('The search is too long.')
    const line = { number: orderNumberIn(params.number), productId: productIdIn(params.productId) }
    return { listData: await listSubstitutes(shop.database, { ...line, search }) }
  },
  officePick: async ({ params, body, bearer: { person } }) => {
    const number = orderNumberIn(params.number)
    await pickLine(shop.database, shop.pictures, { ...body, number, staffName: person.name })
    return { data: await readOfficeOrder(shop.database, number, person.role) }
  },
  officeFinishPicking: async ({ params, body: { version }, bearer: { person } }) => {
    const number = orderNumberIn(params.number)
    await finishPicking(shop.database, { number, staffName: person.name, version })
    return { data: await readOfficeOrder(shop.database, number, person.role) }
  },
  officeSettings: async ({ params }) => ({ data: await readSettings(shop.database, sectionIn(params.section), shop) }),
  officeSetting: async ({ params: { section, key = '' } }) => ({
    data: await readSetting(shop.database, sectionIn(section), key, shop),
  }),
  officeChangeSetting: async ({ params, body, bearer: { person } }) => {
    const section = sectionIn(params.section)
    const changing = { section, key: params.key ?? '', staffName: person.name }
    const key = await changeSetting(shop.database, shop, changing, body)
    shop.settingsVersion.expire()
    return { data: await readSetting(shop.database, section, key, shop) }
  },
  officeRemoveSetting: async ({ params, body: { version }, bearer: { person } }) => {
    const changing = { section: sectionIn(params.section), key: params.key ?? '', staffName: person.name }
    await removeSetting(shop.database, shop, changing, version)
    shop.settingsVersion.expire()
    return {}
  },
  officeFigures: async ({ params: { period = '', day = '' } }) => ({
    data: await readFigures(shop.database, shop.rules.timeZone, period, day),
  }),
  officeChanges: async ({ params: { before = '' } }) => ({
    listData: await listChanges(shop.database, /^\d{1,15}$/.test(before) ? Number(before) : null),
  }),
})
