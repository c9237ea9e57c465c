import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { newKey } from '#contract/office-settings'
import { changesPageSize } from '#contract/office-change'
import { officeArrivalsMachine } from '#machines/office/office-arrivals'
import { officeBoardMachine } from '#machines/office/office-board'
import { officeChangesMachine } from '#machines/office/office-changes'
import { enteredFields, readSettingForm } from '#machines/office/setting-form'
import { settingPath, settingsPlaceIn } from '#machines/office/settings-paths'
import { officeImportMachine } from '#machines/office/office-import'
import { officeLoginMachine } from '#machines/office/office-login'
import { passwordHandle } from '#machines/office/office-login-setup'
import { officeMachine } from '#machines/office/office'
import { officeFiguresMachine } from '#machines/office/office-figures'
import { officeProductMachine } from '#machines/office/office-product'
import { officeSettingMachine } from '#machines/office/office-setting'
import { officeOrderMachine } from '#machines/office/office-order'
import { lost, officeFigures, officeProduct, officeSetting as setting } from '../../kit/outcomes.ts'
import { runJournaled, settled } from '../../kit/system.ts'

/** A started machine whose effects the test settles. */
async function starts(machine: AnyStateMachine) {
  const running = runJournaled(machine)
  running.root.start()
  await settled()
  const pending = (name: string) => running.pending.find(one => one.name === name)!
  return {
    running,
    pending,
    async answers(name: string, answer: unknown) {
      await running.settle(pending(name), { answer })
    },
    async refuses(name: string, refusal: object) {
      await running.settle(pending(name), { refusal: refusal as never })
    },
    async sends(event: { type: string }) {
      running.root.send(event)
      await settled()
    },
    snapshot: () => running.root.getSnapshot() as { value: unknown; context: Record<string, unknown> },
  }
}

const open = { step: 'open', name: 'Mei Chen', role: 'owner' }
const loggedOut = { code: 'refused', message: 'Please log in again.', status: 401 }

describe('the office', () => {
  test('shows the login without a login, and then the path that was asked for', async () => {
    const office = await starts(officeMachine)
    await office.sends({ type: 'location.changed', path: '/office/orders/10001' } as never)
    await office.refuses('readSession', loggedOut)
    expect(office.snapshot().value).toBe('loggingIn')
    for (const [name, value] of [
      ['typedEmail', { value: 'mei@example.com' }],
      ['typedPassword', { isEmpty: false }],
      ['submit', {}],
    ] as const) {
      const { children } = office.running.root.getSnapshot() as unknown as {
        children: { officeLogin: { send(event: object): void } }
      }
      children.officeLogin.send({ type: `login.${name}`, ...value })
    }
    await settled()
    await office.answers('officeLogin/logIn', open)
    expect(office.snapshot().value).toMatchObject({ loggedIn: { page: 'order' } })
  })

  test('removes the page when a check finds that the login has ended, and keeps it when none answers', async () => {
    const office = await starts(officeMachine)
    await office.answers('readSession', open)
    const checks = async () => {
      while (!office.pending('checkSession')) {
        office.running.host.fireNext()
        await settled()
      }
    }
    await checks()
    await office.refuses('checkSession', lost)
    expect(office.snapshot().value).toMatchObject({ loggedIn: { page: 'board' } })
    await checks()
    await office.refuses('checkSession', loggedOut)
    expect(office.snapshot()).toMatchObject({ value: 'loggingIn', context: { session: null, hasExpired: true } })
  })

  test('logs out on the page even if the gateway does not answer', async () => {
    const office = await starts(officeMachine)
    await office.answers('readSession', open)
    await office.sends({ type: 'session.logOut' })
    await office.refuses('logOut', lost)
    expect(office.snapshot()).toMatchObject({ value: 'loggingIn', context: { session: null, hasExpired: false } })
  })

  test('keeps its page as it is when a link to it is followed, and when a setting that was made leads back to its list', async () => {
    const office = await starts(officeMachine)
    await office.answers('readSession', open)
    const child = (id: string) =>
      (office.running.root.getSnapshot() as { children: Record<string, unknown> }).children[id]
    const board = child('officeBoard')
    await office.sends({ type: 'location.changed', path: '/office' } as never)
    expect(child('officeBoard')).toBe(board)
    await office.sends({ type: 'location.changed', path: settingPath('slots', newKey) } as never)
    await office.answers('officeSetting/readSetting', { ...setting, key: newKey })
    const made = child('officeSetting') as { send(event: object): void }
    made.send({ type: 'setting.type', field: 'places', text: '4' })
    made.send({ type: 'setting.save' })
    await settled()
    await office.answers('officeSetting/saveSetting', setting)
    const list = child('officeSettings')
    expect(office.snapshot()).toMatchObject({
      value: { loggedIn: { page: 'settings' } },
      context: { path: '/office/settings' },
    })
    await office.sends({ type: 'location.changed', path: '/office/settings' } as never)
    expect(child('officeSettings')).toBe(list)
  })

  test('has no pages of changes, figures, settings and the import for a packer', async () => {
    const office = await starts(officeMachine)
    await office.answers('readSession', { ...open, role: 'packer' })
    for (const path of [
      '/office/changes',
      '/office/import',
      '/office/figures',
      '/office/settings',
      '/office/settings/methods/home-delivery',
    ]) {
      await office.sends({ type: 'location.changed', path } as never)
      expect(office.snapshot().value, path).toMatchObject({ loggedIn: { page: 'notFound' } })
    }
  })

  test('has a page of settings for each of their paths, and none for a path that is not encoded correctly', () => {
    expect(settingsPlaceIn('/office/settings')).toEqual({ section: 'slots', key: null })
    expect(settingsPlaceIn('/office/settings/methods')).toEqual({ section: 'methods', key: null })
    expect(settingsPlaceIn(settingPath('methods', 'at noon/%'))).toEqual({ section: 'methods', key: 'at noon/%' })
    for (const path of [
      '/office',
      '/office/settingsx',
      '/office/settings/x',
      '/office/settings/methods/%',
      '/office/settings/toString',
    ])
      expect(settingsPlaceIn(path), path).toBe(null)
  })
})

describe('the login', () => {
  test('keeps the email and clears the password when it is refused', async () => {
    const login = await starts(officeLoginMachine)
    const handle = passwordHandle(login.snapshot().context as never)
    await login.sends({ type: 'login.typedEmail', value: 'mei@example.com' } as never)
    await login.sends({ type: 'login.typedPassword', isEmpty: false } as never)
    await login.sends({ type: 'login.submit' })
    expect(login.pending('logIn').input).toEqual({ email: 'mei@example.com', password: handle })
    await login.refuses('logIn', loggedOut)
    const { value, context } = login.snapshot()
    expect([value, context.email, context.isPasswordEmpty]).toEqual(['password', 'mei@example.com', true])
    expect(passwordHandle(context as never)).not.toBe(handle)
  })
})

describe('the board', () => {
  test('is read again every 5 seconds, and after failures less often, up to a minute', async () => {
    const board = await starts(officeBoardMachine)
    const pauses: number[] = []
    await board.answers('readBoard', [])
    for (let round = 0; round < 6; round++) {
      pauses.push(board.running.host.deadlines()[0]! - board.running.host.now())
      board.running.host.fireNext()
      await settled()
      expect(board.pending('readBoard').input).toEqual({ search: '', isBackground: true })
      await board.refuses('readBoard', lost)
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  })
})

describe('orders that arrive', () => {
  type Arrivals = { unseen: string[] }
  /** The page of an order, at which order 10001 is known as new. */
  async function watches() {
    const arrivals = await starts(officeArrivalsMachine)
    await arrivals.answers('readSoundChoice', false)
    await arrivals.answers('readNewOrders', ['10001'])
    return {
      ...arrivals,
      async reads(...numbers: string[]) {
        arrivals.running.host.fireNext()
        await settled()
        await arrivals.answers('readNewOrders', numbers)
        return (arrivals.snapshot().context as unknown as Arrivals).unseen
      },
    }
  }

  test('are counted from the second read on, until the board is seen or they are not new any more', async () => {
    const page = await watches()
    expect(page.snapshot().context).toMatchObject({ unseen: [] })
    expect(await page.reads('10003', '10002', '10001')).toEqual(['10003', '10002'])
    expect(await page.reads('10003', '10001')).toEqual(['10003'])
    await page.sends({ type: 'arrivals.watch', isBoardSeen: true } as never)
    expect(page.snapshot().context).toMatchObject({ unseen: [] })
    expect(await page.reads('10004', '10003', '10001')).toEqual([])
  })

  test('are announced by a sound, also while the board is seen, once a person has turned it on', async () => {
    const page = await watches()
    await page.reads('10002', '10001')
    expect(page.pending('playSound')).toBeUndefined()
    await page.sends({ type: 'sound.turnOn' })
    await page.answers('watchFirstPress', null)
    await page.sends({ type: 'arrivals.watch', isBoardSeen: true } as never)
    await page.reads('10002', '10001')
    expect(page.pending('playSound')).toBeUndefined()
    await page.reads('10003', '10002', '10001')
    expect(page.pending('playSound')).toBeDefined()
  })

  test('wait for a press after a reload, since the browser plays no sound before', async () => {
    const page = await starts(officeArrivalsMachine)
    await page.answers('readSoundChoice', true)
    expect(page.snapshot().value).toMatchObject({ sound: 'waiting' })
    await page.answers('watchFirstPress', null)
    expect(page.snapshot().value).toMatchObject({ sound: { on: 'quiet' } })
  })
})

describe('an order', () => {
  const order = { version: 3, orderStatus: 'preparing', next: ['completed'] }

  test('gets a status with the version that is shown, and the second press of a double press does nothing', async () => {
    const page = await starts(officeOrderMachine)
    await page.answers('readOrder', order)
    await page.sends({ type: 'order.setStatus', status: 'completed' } as never)
    expect(page.pending('setStatus').input).toEqual({ number: '', status: 'completed', version: 3 })
    await page.answers('setStatus', { ...order, version: 4 })
    await page.sends({ type: 'order.setStatus', status: 'completed' } as never)
    expect(page.snapshot().value).toBe('changed')
    page.running.host.fireNext()
    expect(page.snapshot().value).toEqual({ open: 'shown' })
  })

  test('is cancelled only after a confirmation', async () => {
    const page = await starts(officeOrderMachine)
    await page.answers('readOrder', order)
    await page.sends({ type: 'order.setStatus', status: 'cancelled' } as never)
    expect(page.pending('setStatus')).toBeUndefined()
    await page.sends({ type: 'order.keep' })
    expect(page.snapshot()).toMatchObject({ value: { open: 'shown' }, context: { wanted: null } })
    await page.sends({ type: 'order.setStatus', status: 'cancelled' } as never)
    await page.sends({ type: 'order.confirm' })
    expect(page.pending('setStatus').input).toMatchObject({ status: 'cancelled' })
  })

  describe('with a payment', () => {
    const paid = { ...order, refundable: 47.66 }
    async function types(...typed: object[]) {
      const page = await starts(officeOrderMachine)
      await page.answers('readOrder', paid)
      await page.sends({ type: 'order.refund' })
      for (const one of typed) await page.sends({ type: 'order.typeRefund', typed: one } as never)
      await page.sends({ type: 'order.sendRefund' })
      return page
    }

    test.each(['', 'much', '0', '0.00', '-1', '47.67', '1.234', '1,50'])(
      'sends no refund of %j, and shows what is missing',
      async amount => {
        const page = await types({ amount, reason: 'late' })
        expect(page.pending('refund')).toBeUndefined()
        expect(page.snapshot()).toMatchObject({ value: 'refunding', context: { isRefundSubmitted: true } })
      },
    )

    test('sends no refund without a reason', async () => {
      expect((await types({ amount: '5' })).snapshot().value).toBe('refunding')
    })

    test('sends a refund once an amount and a reason are chosen, with a key that follows from the version', async () => {
      const page = await types({ amount: ' $47.66 ' }, { reason: 'damaged', note: ' Bag ' })
      const sent = { number: '', requestId: 'refund--3', amount: 47.66, reason: 'damaged', note: 'Bag', version: 3 }
      expect(page.pending('refund').input).toEqual(sent)
      await page.refuses('refund', lost)
      await page.answers('readOrder', paid)
      await page.sends({ type: 'order.refund' })
      await page.sends({
        type: 'order.typeRefund',
        typed: { amount: '47.66', reason: 'damaged', note: 'Bag' },
      } as never)
      await page.sends({ type: 'order.sendRefund' })
      expect(page.pending('refund').input).toEqual(sent)
      await page.answers('refund', { ...order, version: 4, refundable: 0 })
      expect(page.snapshot()).toMatchObject({ value: 'changed', context: { refund: null } })
    })

    test('has no refund once nothing can be refunded', async () => {
      const page = await starts(officeOrderMachine)
      await page.answers('readOrder', { ...order, refundable: 0 })
      await page.sends({ type: 'order.refund' })
      expect(page.snapshot().value).toEqual({ open: 'shown' })
    })
  })

  test('an answer to a report is sent once it is not blank, with the version that is shown', async () => {
    const page = await starts(officeOrderMachine)
    const report = {
      reportId: 'report-1',
      kind: 'missing',
      lines: [],
      comment: null,
      hasPhotograph: false,
      answer: null,
    }
    await page.answers('readOrder', { ...order, reports: [report] })
    const send = (event: object) => page.sends(event as never)
    await send({ type: 'order.answer', reportId: 'report-1' })
    await send({ type: 'order.typeAnswer', text: ' \n ' })
    await send({ type: 'order.sendAnswer' })
    expect(page.pending('answerReport')).toBeUndefined()
    expect(page.snapshot()).toMatchObject({ value: 'answering', context: { isAnswerSubmitted: true } })
    await send({ type: 'order.typeAnswer', text: ' We bring it tomorrow. ' })
    await send({ type: 'order.sendAnswer' })
    expect(page.pending('answerReport').input).toEqual({
      number: '',
      reportId: 'report-1',
      answer: 'We bring it tomorrow.',
      version: 3,
    })
    const answer = { text: 'We bring it tomorrow.', at: '2026-11-20T03:00:00.000Z', staffName: 'Mei Chen' }
    await page.answers('answerReport', { ...order, version: 4, reports: [{ ...report, answer }] })
    expect(page.snapshot()).toMatchObject({ value: 'changed', context: { answer: null } })
  })

  test('a substitute is sent with its quantity and the version that is shown, once the quantity is a whole number', async () => {
    const page = await starts(officeOrderMachine)
    await page.answers('readOrder', order)
    const send = (event: object) => page.sends(event as never)
    await send({ type: 'order.replace', productId: 1, quantity: 2 })
    await page.answers('readSubstitutes', [{ productId: 7, productName: 'Tea', price: 11.9, left: 5 }])
    await send({ type: 'order.typeQuantity', text: 'two' })
    await send({ type: 'order.chooseSubstitute', substituteId: 7 })
    expect(page.pending('pick')).toBeUndefined()
    await send({ type: 'order.typeQuantity', text: '3' })
    await send({ type: 'order.chooseSubstitute', substituteId: 7 })
    expect(page.pending('pick')).toMatchObject({
      input: { productId: 1, picking: 'substitute', substituteId: 7, quantity: 3, version: 3 },
    })
  })

  test('is read again after a refused change, which stays on the page', async () => {
    const page = await starts(officeOrderMachine)
    await page.answers('readOrder', order)
    await page.sends({ type: 'order.setStatus', status: 'completed' } as never)
    const stale = { code: 'refused', message: 'Lan Tran changed this order first.', status: 409 }
    await page.refuses('setStatus', stale)
    await page.answers('readOrder', { ...order, version: 4 })
    expect(page.snapshot().context).toMatchObject({ order: { version: 4 }, refusal: { message: stale.message } })
  })
})

describe('a product', () => {
  const product = { ...officeProduct, version: 3 }
  /** A product whose delivery of 24 pieces is being stored. */
  async function savesDelivery() {
    const page = await starts(officeProductMachine)
    await page.answers('readProduct', product)
    await page.sends({ type: 'product.type', field: 'delivery', text: '24' } as never)
    await page.sends({ type: 'product.save' })
    expect(page.pending('saveProduct').input).toEqual({ productId: '', change: { version: 3, stockChange: 24 } })
    return page
  }

  test('keeps what is typed while a change is being stored', async () => {
    const page = await savesDelivery()
    await page.sends({ type: 'product.type', field: 'price', text: '14.90' } as never)
    await page.answers('saveProduct', { ...product, version: 4, stock: 36 })
    expect(page.snapshot()).toMatchObject({ value: 'open', context: { typed: { price: '14.90' }, isSaved: true } })
  })

  test('is not given a delivery twice when the answer to the first was lost', async () => {
    const page = await savesDelivery()
    await page.refuses('saveProduct', lost)
    await page.answers('readProduct', { ...product, version: 4, stock: 36 })
    expect(page.snapshot().context).toMatchObject({
      typed: {},
      refusal: { message: expect.stringContaining('see in its history') },
    })
    await page.sends({ type: 'product.save' })
    expect(page.pending('saveProduct')).toBeUndefined()
  })

  test('keeps what was entered when another person was first, or when nothing was stored', async () => {
    const stale = { code: 'refused', message: 'Lan Tran changed this product first.', status: 409 }
    for (const [refusal, version] of [
      [stale, 4],
      [lost, 3],
    ] as const) {
      const page = await savesDelivery()
      await page.refuses('saveProduct', refusal)
      await page.answers('readProduct', { ...product, version })
      expect(page.snapshot().context).toMatchObject({
        typed: { delivery: '24' },
        refusal: { message: refusal.message },
      })
    }
  })
})

describe('a setting', () => {
  /** A setting whose number of orders is being stored. */
  async function savesPlaces(of: object = setting) {
    const page = await starts(officeSettingMachine)
    await page.answers('readSetting', of)
    await page.sends({ type: 'setting.type', field: 'places', text: '4' } as never)
    await page.sends({ type: 'setting.save' })
    return page
  }
  const changed = { ...setting, version: 1, values: { ...setting.values, places: '4' } }

  test('is sent with the version that is shown, and only with what differs from it', async () => {
    const page = await savesPlaces()
    expect(page.pending('saveSetting').input).toMatchObject({ change: { version: 0, values: { places: '4' } } })
    await page.sends({ type: 'setting.type', field: 'to', text: '12:00' } as never)
    await page.answers('saveSetting', changed)
    expect(page.snapshot()).toMatchObject({ value: 'open', context: { typed: { to: '12:00' }, isSaved: true } })
  })

  test('is not sent with an error, which the field shows', async () => {
    const page = await starts(officeSettingMachine)
    await page.answers('readSetting', setting)
    await page.sends({ type: 'setting.type', field: 'places', text: 'many' } as never)
    await page.sends({ type: 'setting.save' })
    expect(page.pending('saveSetting')).toBeUndefined()
    expect(readSettingForm('slots', setting, { places: 'many' })).toEqual({
      values: {},
      errors: { places: 'Please enter a whole number from 0 to 9999' },
    })
  })

  test('that may be stored, because the answer was lost, is not sent again', async () => {
    const page = await savesPlaces()
    await page.refuses('saveSetting', lost)
    await page.answers('readSetting', changed)
    expect(page.snapshot().context).toMatchObject({
      typed: {},
      refusal: { message: expect.stringContaining('see in the list of changes') },
    })
  })

  test('keeps what was entered when another person was first', async () => {
    const page = await savesPlaces()
    const stale = { code: 'refused', message: 'Lan Tran changed this first.', status: 409 }
    await page.refuses('saveSetting', stale)
    await page.answers('readSetting', { ...setting, version: 1 })
    expect(page.snapshot().context).toMatchObject({ typed: { places: '4' }, refusal: { message: stale.message } })
  })

  test('is removed only after a confirmation, and is done then', async () => {
    const page = await starts(officeSettingMachine)
    await page.answers('readSetting', setting)
    await page.sends({ type: 'setting.remove' })
    await page.sends({ type: 'setting.keep' })
    expect(page.snapshot().value).toBe('open')
    await page.sends({ type: 'setting.remove' })
    expect(page.pending('removeSetting')).toBeUndefined()
    await page.sends({ type: 'setting.confirm' })
    expect(page.pending('removeSetting').input).toMatchObject({ version: 0 })
    await page.answers('removeSetting', null)
    expect(page.snapshot().value).toBe('finished')
  })

  test('that is being made has the fields that name it, and is done once it is stored', async () => {
    const made = { ...setting, key: newKey, values: { ...setting.values, places: '' } }
    expect(enteredFields('slots', made).map(([name]) => name)).toContain('weekday')
    expect(enteredFields('slots', setting).map(([name]) => name)).toEqual(['to', 'places', 'cutOff'])
    const page = await savesPlaces(made)
    await page.answers('saveSetting', changed)
    expect(page.snapshot().value).toBe('finished')
  })
})

describe('the changes', () => {
  const change = {
    changeId: 7,
    at: '2026-11-20T01:00:00.000Z',
    staffName: 'Mei Chen',
    orderNumber: null,
    what: 'own password',
  }
  const changes = (count: number) => Array.from({ length: count }, () => ({ ...change, before: null, after: null }))

  test('have older ones only after a full page', async () => {
    const list = await starts(officeChangesMachine)
    await list.answers('readChanges', changes(changesPageSize))
    expect(list.snapshot().context).toMatchObject({ hasMore: true })
    await list.sends({ type: 'changes.readMore' })
    await list.answers('readChanges', changes(1))
    expect(list.snapshot()).toMatchObject({ value: 'ready', context: { hasMore: false } })
  })
})

describe('the figures', () => {
  const week = { type: 'figures.choose', period: 'week', day: null }

  test('are those of today first, and the last ones stay while others are read', async () => {
    const page = await starts(officeFiguresMachine)
    expect(page.pending('readFigures').input).toEqual({ period: 'day', day: null })
    await page.answers('readFigures', officeFigures)
    await page.sends(week)
    expect(page.snapshot()).toMatchObject({ value: 'reading', context: { figures: officeFigures } })
    expect(page.pending('readFigures').input).toEqual({ period: 'week', day: null })
  })

  test('of a choice during a read are shown: the answer to the earlier one is dropped', async () => {
    const page = await starts(officeFiguresMachine)
    const earlier = page.pending('readFigures')
    await page.sends(week)
    await page.running.settle(earlier, { answer: officeFigures })
    expect(page.snapshot()).toMatchObject({ value: 'reading', context: { figures: null } })
    await page.refuses('readFigures', lost)
    await page.sends({ type: 'figures.retry' })
    await page.answers('readFigures', { ...officeFigures, period: 'week' })
    expect(page.snapshot()).toMatchObject({ value: 'shown', context: { figures: { period: 'week' } } })
  })
})

describe('an import', () => {
  const file = { name: 'goods.csv', size: 40, text: 'code,price' }
  const preview = { importId: 'a', isApplied: false, errors: [], products: [{ line: 2 }] }
  /** An import whose file was checked. */
  async function checks(answer: object = preview) {
    const page = await starts(officeImportMachine)
    await page.answers('readImport', null)
    await page.sends({ type: 'import.chooseFile', file } as never)
    await page.sends({ type: 'import.check' })
    expect(page.pending('checkImport').input).toEqual({ fileName: 'goods.csv', content: 'code,price' })
    await page.answers('checkImport', answer)
    return page
  }

  test('sends no file that is too large, and none if none is chosen', async () => {
    const page = await starts(officeImportMachine)
    await page.answers('readImport', null)
    await page.sends({ type: 'import.check' })
    await page.sends({ type: 'import.chooseFile', file: { ...file, size: 5_000_001 } } as never)
    await page.sends({ type: 'import.check' })
    expect(page.pending('checkImport')).toBeUndefined()
    expect(page.snapshot().context.isSubmitted).toBe(true)
  })

  test('does not apply a file with errors, without a difference, or that is applied', async () => {
    for (const answer of [
      { ...preview, errors: [{ line: 2 }] },
      { ...preview, products: [] },
      { ...preview, isApplied: true },
    ]) {
      const page = await checks(answer)
      await page.sends({ type: 'import.apply' })
      expect(page.pending('applyImport')).toBeUndefined()
    }
  })

  test('shows the file that was checked before a reload', async () => {
    const page = await starts(officeImportMachine)
    await page.answers('readImport', preview)
    expect(page.snapshot()).toMatchObject({ value: 'ready', context: { preview } })
  })

  test('checks the file again when another person was first, and says who it was', async () => {
    const page = await checks()
    await page.sends({ type: 'import.apply' })
    const stale = { code: 'refused', message: 'Lan Tran changed rice first.', status: 409 }
    await page.refuses('applyImport', stale)
    expect(page.pending('recheckImport').input).toEqual({ importId: 'a' })
    await page.answers('recheckImport', { ...preview, rows: 7 })
    expect(page.snapshot()).toMatchObject({
      value: 'ready',
      context: { preview: { rows: 7 }, refusal: { message: stale.message } },
    })
  })

  test('reads after a lost answer whether the file was applied', async () => {
    for (const isApplied of [true, false]) {
      const page = await checks()
      await page.sends({ type: 'import.apply' })
      await page.refuses('applyImport', lost)
      await page.answers('readImport', { ...preview, isApplied })
      expect(page.snapshot()).toMatchObject({
        value: 'ready',
        context: { preview: { isApplied }, refusal: isApplied ? null : { code: 'lost' } },
      })
    }
  })
})
