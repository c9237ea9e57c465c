import type { ReactNode } from 'react'

/** Lines of text, for `white-space: pre-line`. An email address breaks before '@' or '.' if it is too long for its line. */
export const textLines = (lines: readonly string[]): ReactNode => joined(lines.map(breakable), '\n')

const breakable = (line: string): ReactNode => (line.includes('@') ? joined(line.split(/(?=[@.])/), <wbr />) : line)

const joined = (parts: readonly ReactNode[], between: ReactNode): ReactNode =>
  parts.reduce((before, part) => (
    <>
      {before}
      {between}
      {part}
    </>
  ))
