import { describe, test } from 'vitest'
import { customerVisits } from './customer-sights.ts'
import { looksAround, named } from '../accessibility/looks.ts'

// a file of its own, so that two browsers share the longest of all tests
describe('every customer can use', () => {
  test.each(named(customerVisits))('$names', looksAround)
})
