import { describe, expect, test } from 'vitest'
import { models } from './all.ts'
import { explore } from '#tools/walks/graph'
import { problemsAfterReload } from './reloading.ts'

const explored = models.map(({ machine, name, model }) => {
  const graph = explore(model)
  return { called: machine === name ? machine : `${machine}, ${name}`, model, graph, states: graph.states.size }
})

describe('a reload in each state', () => {
  test.each(explored)('of $called resumes in that state ($states states)', async ({ model, graph, states }) => {
    const { wrong, reloaded } = await problemsAfterReload(model, graph)
    expect(wrong).toEqual([])
    expect(reloaded).toBe(states)
  })
})
