import { deletePersonalData, exportPersonalData } from '../customers/personal-data.ts'
import { openDatabase } from '../database/database.ts'
import { listSubscribers } from '../mail/newsletter.ts'
import { exitWithError } from './process.ts'
import { readSettings } from './settings.ts'

// Exports or deletes a customer's data, as the privacy page promises:
//   npm run customer -- export mei@example.com     prints everything as JSON
//   npm run customer -- delete mei@example.com     deletes it; orders are kept without personal data
//   npm run customer -- subscribers                prints who gets the newsletter, each with the link to unsubscribe

const usage = 'Name what to do: npm run customer -- export EMAIL | delete EMAIL | subscribers'

try {
  const [action = '', email = ''] = process.argv.slice(2)
  const isKnown = action === 'subscribers' || (['export', 'delete'].includes(action) && email !== '')
  if (!isKnown) throw new Error(usage)
  const { dataDir, databaseUrl, publicUrl } = readSettings(process.env)
  const { database, close } = await openDatabase(databaseUrl === null ? { dataDir } : { databaseUrl })
  try {
    if (action === 'subscribers') {
      for (const one of await listSubscribers(database, publicUrl)) process.stdout.write(`${JSON.stringify(one)}\n`)
    } else if (action === 'export') {
      const data = await exportPersonalData(database, email)
      if (data === null) throw new Error('No data is stored for this email address.')
      process.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
    } else {
      const kept = await deletePersonalData(database, email)
      if (kept === null) throw new Error('No data is stored for this email address.')
      process.stdout.write(`Deleted. ${kept} orders are kept without personal data.\n`)
    }
  } finally {
    await close()
  }
} catch (error) {
  exitWithError(error)
}
