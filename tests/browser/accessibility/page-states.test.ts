import { describe, test } from 'vitest'
import { checkVisit, named } from './checks.ts'
import { visits } from './page-states.ts'

describe('the pages pass every accessibility check', () => {
  // Specification: S.1.15, S.1.17
  test.each(named(visits))('$names', checkVisit)
})
