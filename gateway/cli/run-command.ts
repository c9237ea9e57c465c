import { openDatabase, type Database } from '../database/database.ts'
import { askRunningShop } from './command-socket.ts'
import { exitWithError } from './process.ts'
import { readSettings } from './settings.ts'

/**
 * Runs a command in the shop that uses the data folder, or on the database if none does. Ends the process on failure.
 *
 * @param name - of the command in the running shop
 * @param act - carries it out on a database; returns the lines to print
 */
export async function runCommand(
  name: string,
  act: (database: Database, args: string[]) => Promise<string>,
  args: string[],
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
      return await act(database, args)
    } finally {
      await close()
    }
  }
}
