import type { AnyStateMachine } from 'xstate'
import { officeArrivalsMachine } from './office-arrivals.ts'
import { officeBoardMachine } from './office-board.ts'
import { officeChangesMachine } from './office-changes.ts'
import { officeFiguresMachine } from './office-figures.ts'
import { officeGoodsMachine } from './office-goods.ts'
import { officeImportMachine } from './office-import.ts'
import { officeLoginMachine } from './office-login.ts'
import { officeOrderMachine } from './office-order.ts'
import { officeProductMachine } from './office-product.ts'
import { officeSettingMachine } from './office-setting.ts'
import { officeSettingsMachine } from './office-settings.ts'
import { officeMachine } from './office.ts'

/** Every machine of the office by its id, the root first. The office is an application of its own: the shop's list does not have them. */
export const officeMachines: Readonly<Record<string, AnyStateMachine>> = {
  office: officeMachine,
  officeLogin: officeLoginMachine,
  officeArrivals: officeArrivalsMachine,
  officeBoard: officeBoardMachine,
  officeOrder: officeOrderMachine,
  officeGoods: officeGoodsMachine,
  officeProduct: officeProductMachine,
  officeSettings: officeSettingsMachine,
  officeSetting: officeSettingMachine,
  officeImport: officeImportMachine,
  officeChanges: officeChangesMachine,
  officeFigures: officeFiguresMachine,
}
