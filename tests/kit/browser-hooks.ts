import { afterAll, afterEach } from 'vitest'
import { closeContexts } from './launch.ts'
import { closeShoppers, describeShoppers, forgetSharedShoppers } from './shopper.ts'

// Runs in every test file: shoppers that a test opened are closed after it, and must not have seen errors.
afterEach(async ({ task }) => {
  // A failure that is rare has to be understood from one report.
  if (task.result?.state === 'fail') process.stderr.write(await describeShoppers())
  await closeShoppers()
})
afterAll(async () => {
  forgetSharedShoppers()
  await closeContexts()
})
