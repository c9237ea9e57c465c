import { afterAll, afterEach } from 'vitest'
import { closeContexts } from './launch.ts'
import { closeShoppers } from './shopper.ts'

// Runs in every test file: shoppers that a test opened are closed after it, and must not have seen errors.
afterEach(closeShoppers)
afterAll(closeContexts)
