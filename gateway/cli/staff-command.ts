import { parseArgs } from 'node:util'
import type { Database } from '../database/database.ts'
import { addStaff, listStaff, oneTimeDays, removeStaff, resetStaff } from '../office/staff.ts'

const usage = `Name what to do:
  npm run staff -- add EMAIL --name "NAME" --role owner|packer
  npm run staff -- list
  npm run staff -- remove EMAIL
  npm run staff -- reset EMAIL`

/** What the options are; other ones are refused. */
const options = { name: { type: 'string' }, role: { type: 'string' } } as const

/**
 * The operator's command for the accounts of the office.
 *
 * @returns the lines to print; a one-time password is shown here only
 * @throws Error for arguments that it does not understand
 */
export async function staffCommand(database: Database, args: string[]): Promise<string> {
  const { positionals, values } = readArguments(args)
  const [action = '', email = '', ...more] = positionals
  const hasRest = more.length > 0 || (action === 'list' && email !== '') || (action !== 'list' && email === '')
  if (hasRest) throw new Error(usage)
  switch (action) {
    case 'add': {
      const password = await addStaff(database, { email, name: values.name ?? '', role: values.role ?? '' })
      return `Added ${email}.\n${describePassword(password)}`
    }
    case 'list':
      return describeStaff(await listStaff(database))
    case 'remove':
      await removeStaff(database, email)
      return `Removed ${email}.\n`
    case 'reset':
      return `Reset ${email}: every login is ended, and the second factor is set up again.\n${describePassword(await resetStaff(database, email))}`
    default:
      throw new Error(usage)
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw new Error(usage)
  }
}

const describePassword = (password: string): string => `One-time password, valid for ${oneTimeDays} days: ${password}\n`

const describeStaff = (all: Awaited<ReturnType<typeof listStaff>>): string =>
  all.length === 0
    ? 'There are no accounts.\n'
    : all
        .map(({ email, name, role, oneTimeUntil, isTotpConfirmed }) =>
          [
            email,
            name,
            role,
            oneTimeUntil === null ? 'own password' : 'one-time password',
            isTotpConfirmed ? 'second factor' : '',
          ].join('\t'),
        )
        .join('\n')
        .concat('\n')
