import { describe, test } from 'vitest'
import { looksAround, named } from './looks.ts'
import { visits } from './sights.ts'

describe('everybody can use', () => {
  // Specification: S.1.15, S.1.17
  test.each(named(visits))('$names', looksAround)
})
