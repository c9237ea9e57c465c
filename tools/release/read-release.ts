import { parser, type Release } from 'keep-a-changelog'

/** What the changelog says of a version, and what has to be changed before it can be tagged. */
export interface FoundRelease {
  tag: string
  /** `2026-11-27`; null while it is unreleased. */
  date: string | null
  /** Number of changes. */
  changes: number
  /** Empty if the changelog is in order. */
  problems: string[]
}

/** `2026-11-27`; null while it is unreleased. @throws Error for a date that does not exist */
function dateOf({ date, version }: Release): string | null {
  if (date === undefined) return null
  if (Number.isNaN(date.getTime())) throw new Error(`${version} has a date that does not exist`)
  return date.toISOString().slice(0, 10)
}

/** What is wrong with two releases that follow each other; null if nothing is. */
function problemBetween(newer: Release, older: Release): string | null {
  const [newerDate, olderDate] = [dateOf(newer), dateOf(older)]
  if (olderDate === null) return `${older.version} is unreleased, and another version is above it`
  if (newer.compare(older) >= 0) return `${newer.version} is above ${older.version}: the newest version is first`
  if (newerDate !== null && newerDate < olderDate) return `${newer.version} has an earlier date than ${older.version}`
  return null
}

/**
 * Reads a changelog in the format of Keep a Changelog.
 *
 * @param version - of package.json; its heading is the first one, `## [0.1.0] - Unreleased` or with a date
 * @throws Error with the line that follows, if the format is another one; or for a date that does not exist
 * @see https://keepachangelog.com/en/1.1.0/
 */
export function readRelease(changelog: string, version: string): FoundRelease {
  // Without a line after the fault the parser fails to report it.
  const { releases } = parser(`${changelog}\n\n---\n`, { autoSortReleases: false })
  const [first] = releases
  const changes = [...(first?.changes.values() ?? [])].flat().length
  const own = [
    ...(first?.version === version
      ? []
      : [`The first version is ${first?.version ?? 'missing'}, and package.json has ${version}`]),
    ...(changes > 0 ? [] : [`${version} has no changes`]),
  ]
  const between = releases.slice(1).flatMap((older, at) => problemBetween(releases[at]!, older) ?? [])
  return {
    tag: `v${version}`,
    date: first === undefined ? null : dateOf(first),
    changes,
    problems: [...own, ...between],
  }
}
