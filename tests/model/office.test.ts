import { describe, expect, test } from 'vitest'
import { cover, divergingSteps, everyTransition, explore, transitionsOf } from '#tools/walks/graph'
import { outlineOf } from '#tools/walks/outline'
import { problemsOnRunning } from '#tools/walks/running'
import {
  officeArrivalsModel,
  officeBoardModel,
  officeChangesModel,
  officeFiguresModel,
  officeGoodsModel,
  officeImportModel,
  officeLoginModel,
  officeModel,
  officeOrderModel,
  officeProductModel,
  officeSettingModel,
  officeSettingsModel,
} from './office.model.ts'

/** Transitions that are taken at the start only, and so by no step of a walk. */
const atStart = ['officeLogin.routing | always | officeLogin.password #4']

const models = {
  office: officeModel,
  officeLogin: officeLoginModel,
  officeArrivals: officeArrivalsModel,
  officeBoard: officeBoardModel,
  officeOrder: officeOrderModel,
  officeGoods: officeGoodsModel,
  officeProduct: officeProductModel,
  officeSettings: officeSettingsModel,
  officeSetting: officeSettingModel,
  officeImport: officeImportModel,
  officeChanges: officeChangesModel,
  officeFigures: officeFiguresModel,
}

describe.each(Object.entries(models))('the machine %s of the office', (name, model) => {
  const graph = explore(model)
  const { paths, goals, left } = cover(graph, everyTransition, 40)

  test('takes all of its transitions in its walks', () => {
    const missed = [...transitionsOf(model.machine).values()].filter(transition => !goals.has(transition))
    expect(missed.filter(transition => !atStart.includes(transition))).toEqual([])
    expect([...left]).toEqual([])
  })

  test('reaches the states of its graph', () => {
    expect(divergingSteps(model, graph, paths)).toEqual([])
  })

  test('does so as a running actor, refuses what its graph refuses, and replays to the same state', async () => {
    expect(await problemsOnRunning(model, graph, paths)).toEqual([])
  })

  test('has the outline in tests/model/outlines', async () => {
    await expect(outlineOf(graph)).toMatchFileSnapshot(`outlines/${name}-office.txt`)
  })
})
