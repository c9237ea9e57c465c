import { basename } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { closeUsedContexts } from './contexts.ts'
import { chooseLocale, closeShoppers, describeShoppers, closeSharedShoppers } from './shopper.ts'

// oxlint-disable-next-line no-empty-pattern -- Vitest requires a pattern as the first parameter
beforeAll(({}, { file }) => chooseLocale(basename(file.filepath)))

// Runs in every test file: shoppers that a test opened are closed after it, and must not have seen errors.
afterEach(async ({ task }) => {
  // The report of a rare failure must contain everything needed to understand it.
  if (task.result?.state === 'fail') process.stderr.write(await describeShoppers())
  await closeShoppers()
})
afterAll(async () => {
  await closeSharedShoppers()
  await closeUsedContexts()
})
