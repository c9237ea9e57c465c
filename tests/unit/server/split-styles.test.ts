import { describe, expect, test } from 'vitest'
import { splitStyles } from '#src/server/split-styles.ts'

const cases: [what: string, css: string, first: string, later: string][] = [
  [
    'rules of the header and of elements come first, those of other components later',
    '.Header-row{a:b}main{a:b}.ProductCard-name{a:b}',
    '.Header-row{a:b}main{a:b}',
    '.ProductCard-name{a:b}',
  ],
  [
    'a rule that needs another component comes later, wherever it names the header',
    '.Shell-side .Icon-icon{a:b}.Header-row .Icon-icon{a:b}',
    '.Header-row .Icon-icon{a:b}',
    '.Shell-side .Icon-icon{a:b}',
  ],
  ['one of several selectors suffices', '.Footer-end,.Search-field{a:b}', '.Footer-end,.Search-field{a:b}', ''],
  ['a comma within parentheses separates none', 'ul:is(.Rail-rail,.Header-links){a:b}', '', 'ul:is(.Rail-rail,.Header-links){a:b}'],
  [
    'layers and media queries are divided, and the order of layers comes first',
    '@layer base,components;@layer components{.Footer-end{a:b}@media (width<9px){.Rail-rail{a:b}.Header-row{a:b}}}',
    '@layer base,components;@layer components{@media (width<9px){.Header-row{a:b}}}',
    '@layer components{.Footer-end{a:b}@media (width<9px){.Rail-rail{a:b}}}',
  ],
  ['braces and semicolons in texts separate nothing', '.Rail-a:before{content:"};{"}p{a:b}', 'p{a:b}', '.Rail-a:before{content:"};{"}'],
  ['fonts and animations come first', '@font-face{a:b}@keyframes turn{to{a:b}}', '@font-face{a:b}@keyframes turn{to{a:b}}', ''],
] // prettier-ignore

describe('splitting the styles of a page', () => {
  test.each(cases)('%s', (_what, css, first, later) => {
    expect(splitStyles(css)).toEqual({ first, later })
  })
})
