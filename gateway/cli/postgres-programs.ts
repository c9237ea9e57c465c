import { run } from './archive.ts'

/**
 * Runs a program of PostgreSQL on a database. The password is passed in the environment: the arguments of a process are
 * readable for every user of the machine.
 */
export async function runOnPostgres(program: string, databaseUrl: string, args: string[]): Promise<void> {
  const [, before = '', password, after = ''] = /^(\w+:\/\/[^:@/]*)(?::([^@/]*))?(@.*|$)/s.exec(databaseUrl) ?? []
  const environment: Record<string, string> = password === undefined ? {} : { PGPASSWORD: decodeURIComponent(password) }
  const url = before === '' ? databaseUrl : before + after
  await run(program, [`--dbname=${url}`, ...args], environment)
}
