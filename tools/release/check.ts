import { readFileSync } from 'node:fs'
import { readRelease } from './read-release.ts'

/*
 * `npm run release` checks that the changelog has the version of package.json and can be released, and says what would be tagged.
 * It changes nothing.
 */

const root = new URL('../../', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, root), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const lock = JSON.parse(read('package-lock.json')) as { version: string }

try {
  const { tag, date, changes, problems } = readRelease(read('CHANGELOG.md'), version)
  if (lock.version !== version) problems.push(`package-lock.json has ${lock.version}, and package.json ${version}`)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const today = new Date().toISOString().slice(0, 10)
  const begin = date === null ? `write '## [${version}] - ${today}' into CHANGELOG.md and commit it, then ` : ''
  process.stdout.write(
    `${tag}: ${changes} changes, ${date ?? 'unreleased'}\nTo release: ${begin}git tag --annotate ${tag} --message ${tag}\n`,
  )
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
