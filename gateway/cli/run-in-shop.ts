import { openDatabase, type Database } from '../database/database.ts'
import { askRunningShop } from './command-socket.ts'
import { exitWithError } from './process.ts'
import { readSettings } from './settings.ts'

/**
 * Runs an operator's command in the shop that uses the data folder, or on the database if none does, and prints its answer. Ends the process on
 * failure.
 */
export async function runInShop(
  name: string,
  args: string[],
  command: (database: Database, args: string[]) => Promise<string>,
): Promise<void> {
  try {
    const { dataDir, databaseUrl } = readSettings(process.env)
    const answer = databaseUrl === null ? await askRunningShop(dataDir, name, ...args) : null
    process.stdout.write(answer ?? (await runOnDatabase(databaseUrl === null ? { dataDir } : { databaseUrl })))
  } catch (error) {
    exitWithError(error)
  }

  async function runOnDatabase(where: { dataDir: string } | { databaseUrl: string }): Promise<string> {
    const { database, close } = await openDatabase(where)
    try {
      return await command(database, args)
    } finally {
      await close()
    }
  }
}
