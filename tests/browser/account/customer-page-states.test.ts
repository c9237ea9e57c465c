import { describe, test } from 'vitest'
import { customerVisits } from './customer-page-states.ts'
import { checkVisit, named } from '../accessibility/checks.ts'

// a separate file, so that two workers share the longest test
describe('the pages of customers pass every accessibility check', () => {
  test.each(named(customerVisits))('$names', checkVisit)
})
