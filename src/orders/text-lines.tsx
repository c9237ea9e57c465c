import type { Elements } from '../ui/elements.ts'

/** Lines of text, for `white-space: pre-line`. An email address breaks before '@' or '.' if it is too long for its line. */
export const textLines = (lines: readonly string[]): Elements => joined(lines.map(breakable), <span>{'\n'}</span>)

const breakable = (line: string): Elements =>
  line.includes('@') ? joined(line.split(/(?=[@.])/).map(inSpan), <wbr />) : inSpan(line)

const inSpan = (text: string) => <span>{text}</span>

const joined = (parts: readonly Elements[], between: Elements): Elements =>
  parts.reduce((before: Elements, part: Elements) => (
    <>
      {before}
      {between}
      {part}
    </>
  ))
