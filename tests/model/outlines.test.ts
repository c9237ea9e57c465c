import { describe, expect, test } from 'vitest'
import { outlineOf } from '#tools/walks/outline'
import { walked } from './walked.ts'

describe.each(walked)('the machine $machine', ({ machine, name, graph }) => {
  // after an intended change: `npx vitest run -u tests/model/outlines.test.ts`
  test(`has the outline of ${name} in tests/model/outlines`, async () => {
    await expect(outlineOf(graph)).toMatchFileSnapshot(`outlines/${machine}-${name}.txt`)
  })
})
