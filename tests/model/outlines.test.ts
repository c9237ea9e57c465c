import { describe, expect, test } from 'vitest'
import { outlineOf } from '#tools/walks/outline'
import { walked } from './walked.ts'

describe.each(walked)('the chart $chart', ({ chart, name, graph }) => {
  // a chart that is meant to do something else has another outline: `npx vitest run -u tests/model/outlines.test.ts`
  test(`can do, in ${name}, what is written down`, async () => {
    await expect(outlineOf(graph)).toMatchFileSnapshot(`outlines/${chart}-${name}.txt`)
  })
})
