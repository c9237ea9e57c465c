import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of PostgreSQL's programs; null if PostgreSQL is not installed. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(version => join(debian, version, 'bin')) : []
  const places = [...(process.env.PATH ?? '').split(':'), ...versions]
  return places.find(place => place !== '' && existsSync(join(place, 'initdb'))) ?? null
}

const isOn = (variable: string | undefined) => variable === '1' || variable === 'true'

/** Whether tests on PostgreSQL fail, instead of being skipped, if it is not installed. */
export const isPostgresRequired = (): boolean => isOn(process.env.REQUIRE_POSTGRES) || isOn(process.env.CI)
