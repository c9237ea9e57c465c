import { expect, test } from 'vitest'
import { readRelease } from '#tools/release/read-release'

const changelog = (...sections: string[]) => ['# Changelog', 'The format.', ...sections].join('\n\n')
const unreleased = '## [0.2.0] - Unreleased\n\n### Added\n\n- A cart.\n- A search.'
const released = (version: string, date: string) => `## [${version}] - ${date}\n\n### Fixed\n\n- A fault.`

test('an unreleased version of package.json can be released', () => {
  const found = readRelease(changelog(unreleased, released('0.1.0', '2026-11-01')), '0.2.0')
  expect(found).toEqual({ tag: 'v0.2.0', date: null, changes: 2, problems: [] })
})

test('a version with a date can be tagged', () => {
  const found = readRelease(changelog(released('0.2.0', '2026-11-27')), '0.2.0')
  expect(found).toEqual({ tag: 'v0.2.0', date: '2026-11-27', changes: 1, problems: [] })
})

test.each([
  ['another version first', [unreleased], ['The first version is 0.2.0, and package.json has 0.1.0']],
  ['no version', [], ['The first version is missing, and package.json has 0.1.0', '0.1.0 has no changes']],
  [
    'a heading without a version',
    ['## [Unreleased]\n\n### Added\n\n- A cart.'],
    ['The first version is missing, and package.json has 0.1.0'],
  ],
  ['no changes', ['## [0.1.0] - Unreleased'], ['0.1.0 has no changes']],
  [
    'an older version first',
    [released('0.1.0', '2026-11-02'), released('0.2.0', '2026-11-01')],
    ['0.1.0 is above 0.2.0: the newest version is first'],
  ],
  [
    'an unreleased version below',
    [released('0.1.0', '2026-11-02'), '## [0.0.9] - Unreleased\n\n### Added\n\n- A cart.'],
    ['0.0.9 is unreleased, and another version is above it'],
  ],
  [
    'dates that are not in order',
    [released('0.1.0', '2026-11-01'), released('0.0.9', '2026-11-02')],
    ['0.1.0 has an earlier date than 0.0.9'],
  ],
])('a changelog with %s cannot be released', (_, sections, problems) => {
  expect(readRelease(changelog(...sections), '0.1.0').problems).toEqual(problems)
})

test.each([
  ['a date in another order', '## [0.1.0] - 27.11.2026', /line \d+: Syntax error in the release title/],
  ['a month that does not exist', '## [0.1.0] - 2026-13-01', '0.1.0 has a date that does not exist'],
  [
    'a kind of change that the format does not have',
    '## [0.1.0] - Unreleased\n\n### Improved\n\n- A cart.',
    /line \d+: Invalid change type/,
  ],
])('%s is refused', (_, section, message) => {
  expect(() => readRelease(changelog(section), '0.1.0')).toThrow(message)
})
