import { officeGoodsRoutes, officeImportRoutes, officeLoginRoutes, officeOrderRoutes } from '#contract/office'
import { officeSettingRoutes } from '#contract/office-settings'
import { officeFiguresRoutes } from '#contract/office-figures'
import type { Vault } from '#machines/journal/vault'
import { officeArrivalsMachine } from '#machines/office/office-arrivals'
import { officeBoardMachine } from '#machines/office/office-board'
import { officeChangesMachine } from '#machines/office/office-changes'
import { officeFiguresMachine } from '#machines/office/office-figures'
import { officeGoodsMachine } from '#machines/office/office-goods'
import { officeImportMachine } from '#machines/office/office-import'
import { officeLoginMachine } from '#machines/office/office-login'
import { officeOrderMachine } from '#machines/office/office-order'
import { officeProductMachine } from '#machines/office/office-product'
import { officeSettingMachine } from '#machines/office/office-setting'
import { officeSettingsMachine } from '#machines/office/office-settings'
import { officeMachine } from '#machines/office/office'
import { allowSound, endSound, playSound, readSoundChoice } from './chime.ts'
import { requireSuccess, type Client } from '../effects/client.ts'
import { liveEffect } from '../effects/live.ts'

const { officeSession, officeLogIn, officeNewPassword, officeSecondFactor, officeConfirm, officeCode, officeLogOut } =
  officeLoginRoutes

/** The login with its effects. A password is read from the vault when it is sent, and then forgotten. */
const officeLoginWith = (call: Client, vault: Vault) =>
  officeLoginMachine.provide({
    actors: {
      logIn: liveEffect(async ({ email, password }, signal) => {
        const body = { email, password: vault.read(password) }
        vault.forget(password)
        return (await requireSuccess(call(officeLogIn, { body, signal }))).data
      }),
      replacePassword: liveEffect(async ({ password }, signal) => {
        const body = { password: vault.read(password) }
        vault.forget(password)
        return (await requireSuccess(call(officeNewPassword, { body, signal }))).data
      }),
      readSecondFactor: liveEffect(
        async (_: void, signal) => (await requireSuccess(call(officeSecondFactor, { signal }))).data,
      ),
      confirmSecondFactor: liveEffect(
        async (body: { code: string }, signal) => (await requireSuccess(call(officeConfirm, { body, signal }))).data,
      ),
      enterCode: liveEffect(
        async (body: { code: string }, signal) => (await requireSuccess(call(officeCode, { body, signal }))).data,
      ),
    },
  })

/** The pages with their effects. `background` says that the page has called by itself, which is no use of the login. */
const pagesWith = (call: Client) => ({
  officeArrivals: officeArrivalsMachine.provide({
    actors: {
      readNewOrders: liveEffect(async (_: void, signal) => {
        const params = { background: 'true' }
        return (await requireSuccess(call(officeOrderRoutes.officeNewOrders, { params, signal }))).data.orderNumbers
      }),
      readSoundChoice: liveEffect(readSoundChoice),
      watchFirstPress: liveEffect((_: void, signal) => allowSound(signal)),
      playSound: liveEffect(playSound),
      endSound: liveEffect(endSound),
    },
  }),
  officeBoard: officeBoardMachine.provide({
    actors: {
      readBoard: liveEffect(async ({ search, isBackground }, signal) => {
        const params = { search, background: String(isBackground) }
        return (await requireSuccess(call(officeOrderRoutes.officeBoard, { params, signal }))).listData
      }),
    },
  }),
  officeOrder: officeOrderMachine.provide({
    actors: {
      readOrder: liveEffect(async ({ number, isBackground }, signal) => {
        const params = { number, background: String(isBackground) }
        return (await requireSuccess(call(officeOrderRoutes.officeOrder, { params, signal }))).data
      }),
      weigh: liveEffect(async ({ number, ...body }, signal) => {
        const asking = { params: { number }, body, signal }
        return (await requireSuccess(call(officeOrderRoutes.officeWeigh, asking))).data
      }),
      readSubstitutes: liveEffect(async ({ number, productId, search }, signal) => {
        const params = { number, productId: String(productId), search }
        return (await requireSuccess(call(officeOrderRoutes.officeSubstitutes, { params, signal }))).listData
      }),
      pick: liveEffect(async ({ number, ...body }, signal) => {
        const asking = { params: { number }, body, signal }
        return (await requireSuccess(call(officeOrderRoutes.officePick, asking))).data
      }),
      refund: liveEffect(async ({ number, ...body }, signal) => {
        const asking = { params: { number }, body, signal }
        return (await requireSuccess(call(officeOrderRoutes.officeRefund, asking))).data
      }),
      answerReport: liveEffect(async ({ number, reportId, ...body }, signal) => {
        const asking = { params: { number, reportId }, body, signal }
        return (await requireSuccess(call(officeOrderRoutes.officeAnswerReport, asking))).data
      }),
      finishPicking: liveEffect(async ({ number, ...body }, signal) => {
        const asking = { params: { number }, body, signal }
        return (await requireSuccess(call(officeOrderRoutes.officeFinishPicking, asking))).data
      }),
      setStatus: liveEffect(async ({ number, status, version }, signal) => {
        const asking = { params: { number }, body: { status, version }, signal }
        return (await requireSuccess(call(officeOrderRoutes.officeSetStatus, asking))).data
      }),
    },
  }),
  officeGoods: officeGoodsMachine.provide({
    actors: {
      readGoods: liveEffect(
        async (params: { search: string }, signal) =>
          (await requireSuccess(call(officeGoodsRoutes.officeGoods, { params, signal }))).listData,
      ),
    },
  }),
  officeProduct: officeProductMachine.provide({
    actors: {
      readProduct: liveEffect(
        async (params: { productId: string }, signal) =>
          (await requireSuccess(call(officeGoodsRoutes.officeProduct, { params, signal }))).data,
      ),
      saveProduct: liveEffect(async ({ productId, change }, signal) => {
        const asking = { params: { productId }, body: change, signal }
        return (await requireSuccess(call(officeGoodsRoutes.officeChangeProduct, asking))).data
      }),
    },
  }),
  officeSettings: officeSettingsMachine.provide({
    actors: {
      readSettings: liveEffect(
        async (params, signal) =>
          (await requireSuccess(call(officeSettingRoutes.officeSettings, { params, signal }))).data,
      ),
    },
  }),
  officeSetting: officeSettingMachine.provide({
    actors: {
      readSetting: liveEffect(
        async (params, signal) =>
          (await requireSuccess(call(officeSettingRoutes.officeSetting, { params, signal }))).data,
      ),
      saveSetting: liveEffect(async ({ change, ...params }, signal) => {
        const asking = { params, body: change, signal }
        return (await requireSuccess(call(officeSettingRoutes.officeChangeSetting, asking))).data
      }),
      removeSetting: liveEffect(async ({ version, ...params }, signal) => {
        await requireSuccess(call(officeSettingRoutes.officeRemoveSetting, { params, body: { version }, signal }))
        return null
      }),
    },
  }),
  officeImport: officeImportMachine.provide({
    actors: {
      readImport: liveEffect(
        async (_: void, signal) => (await requireSuccess(call(officeImportRoutes.officeImport, { signal }))).data,
      ),
      checkImport: liveEffect(
        async (body, signal) =>
          (await requireSuccess(call(officeImportRoutes.officeCheckImport, { body, signal }))).data,
      ),
      recheckImport: liveEffect(async (params, signal) => {
        const asking = { params, body: {}, signal }
        return (await requireSuccess(call(officeImportRoutes.officeRecheckImport, asking))).data
      }),
      applyImport: liveEffect(async (params, signal) => {
        const asking = { params, body: {}, signal }
        return (await requireSuccess(call(officeImportRoutes.officeApplyImport, asking))).data
      }),
    },
  }),
  officeFigures: officeFiguresMachine.provide({
    actors: {
      readFigures: liveEffect(async ({ period, day }, signal) => {
        const params = { period, day: day ?? '' }
        return (await requireSuccess(call(officeFiguresRoutes.officeFigures, { params, signal }))).data
      }),
    },
  }),
  officeChanges: officeChangesMachine.provide({
    actors: {
      readChanges: liveEffect(async ({ before }, signal) => {
        const params = { before: before ?? '', background: 'false' }
        return (await requireSuccess(call(officeOrderRoutes.officeChanges, { params, signal }))).listData
      }),
    },
  }),
})

/** The office with its effects. */
export const officeWith = (call: Client, vault: Vault) => {
  const readSession = (background: 'true' | 'false') =>
    liveEffect(async (_: void, signal: AbortSignal) => {
      const { data } = await requireSuccess(call(officeSession, { params: { background }, signal }))
      return data
    })
  return officeMachine.provide({
    actors: {
      officeLogin: officeLoginWith(call, vault),
      ...pagesWith(call),
      readSession: readSession('false'),
      checkSession: readSession('true'),
      logOut: liveEffect(async (_: void, signal) => {
        await requireSuccess(call(officeLogOut, { body: {}, signal }))
        return null
      }),
    },
  })
}
