import { describe, test } from 'vitest'
import { looksAround, named } from '../../kit/looks/all.ts'
import { visits } from './sights.ts'

describe('everybody can use', () => {
  test.each(named(visits))('$names', looksAround)
})
