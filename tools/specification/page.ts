import { readdirSync, readFileSync } from 'node:fs'
import { sections, type Clause } from './clauses.ts'
import { testsIn, type DeclaredTest } from './titles.ts'

/** Every test of the repository, file by file. */
export const readTests = (root: string): DeclaredTest[] =>
  readdirSync(`${root}tests`, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map(path => `tests/${path}`)
    .filter(file => /\.tsx?$/.test(file) && /\btest\b/.test(readFileSync(root + file, 'utf8')))
    .flatMap(file => testsIn(root, file))

/** `tests/browser/cart/faults.test.ts` as `browser/cart/faults`. */
const nameOf = (file: string) => file.replace(/^tests\//, '').replace(/(\.test)?\.tsx?$/, '')

const linkTo = ({ file, title }: DeclaredTest) => `[${nameOf(file)}](../${file}) \`${title}\``

const intro = `# The specification, clause by clause

What the storefront promises, and the tests that prove it. Written by \`npm run specification\` from
[the clauses](../tools/specification/clauses.ts) and from the \`// Specification:\` comments above the tests; a test fails when
this page is out of date, or when a clause has no test.

Sections 1 to 9 are those of the storefront's specification; section S holds what was decided about its screens. A clause
is one statement that can be checked; texts in 'quotes' are shown exactly so. A parameterised title has its \`%s\` or
\`\${…}\`. The cases of \`contract/gateway/cases\`, and of the files it calls, run on the gateway with PGlite, on the gateway
with PostgreSQL, and through the storefront's client.
`

/** docs/specification.md. */
export function specificationPage(tests: readonly DeclaredTest[]): string {
  const clauseOf = ({ number, text }: Clause) => {
    const proofs = tests.filter(({ clauses }) => clauses.includes(number)).map(linkTo)
    return [`- **${number}** ${text}`, ...new Set(proofs.map(proof => `  - ${proof}`))].join('\n')
  }
  const countOf = (title: string, count: number) => `| ${title} | ${count} |`
  const countIn = (section: (typeof sections)[number]) => section.parts.flatMap(({ clauses }) => clauses).length
  const counts = sections.map(section => countOf(section.title, countIn(section)))
  const all = sections.reduce((sum, section) => sum + countIn(section), 0)
  const table = ['| Section | Clauses |', '| --- | ---: |', ...counts, countOf('All', all)].join('\n')
  const body = sections.map(({ title, parts }) =>
    [
      `## ${title}`,
      ...parts.map(part => [...(part.title ? [`### ${part.title}\n`] : []), ...part.clauses.map(clauseOf)].join('\n')),
    ].join('\n\n'),
  )
  return `${[intro, table, ...body].join('\n\n')}\n`
}

/** docs/invariants.md with the current titles of the tests that prove an invariant. */
export const invariantsPage = (page: string, tests: readonly DeclaredTest[]): string =>
  page.replaceAll(/^- \*\*(\w+)\*\* (.+?) — (?!the fuzzer$).+$/gm, (_line, name: string, holds: string) => {
    const proofs = tests.filter(({ invariants }) => invariants.includes(name)).map(linkTo)
    return `- **${name}** ${holds} — ${proofs.join(', ') || 'no test'}`
  })
