/** A program of node_modules that checks the sources and ends with 0 if nothing is wrong. */
export interface Tool {
  name: string
  command: string
  options: readonly string[]
}

// npm clears node_modules/.cache with node_modules, and git ignores it.
const cache = 'node_modules/.cache'

export const types: Tool = {
  name: 'types',
  command: 'tsc',
  options: ['--noEmit', '--incremental', '--tsBuildInfoFile', `${cache}/types.tsbuildinfo`],
}

export const lint: Tool = {
  name: 'lint, import directions, purity',
  command: 'oxlint',
  options: ['--deny-warnings'],
}

/** All tools that `npm test` runs, the slowest first. */
export const tools: readonly Tool[] = [
  {
    name: 'format',
    command: 'prettier',
    options: [
      '--check',
      '--log-level=warn',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${cache}/prettier.json`,
      '.',
    ],
  },
  types,
  { name: 'unused files, exports and dependencies', command: 'knip', options: [] },
  lint,
  { name: 'changelog', command: 'tsx', options: ['tools/release/check.ts'] },
]
