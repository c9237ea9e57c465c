import { renderToString } from 'react-dom/server'
import { Router } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import written from '#src/information/accessibility-tested.json'
import { AccessibilityPage } from '#src/information/AccessibilityPage.tsx'
import { customerVisits } from '../../browser/account/customer-page-states.ts'
import { usualWidths, visits, type Visit } from '../../browser/accessibility/page-states.ts'

const statesIn = (some: readonly Visit[]) => some.reduce((count, { states }) => count + states.length, 0)
const everyWidth = [...visits, ...customerVisits].flatMap(({ widths = usualWidths }) => widths)
const widths = [...new Set(everyWidth)].toSorted((a, b) => a - b)

const tested = {
  states: { all: statesIn([...visits, ...customerVisits]), customers: statesIn(customerVisits) },
  widths: new Intl.ListFormat('en-AU').format(widths.map(String)),
}

describe('the accessibility statement', () => {
  test('has its figures from the lists of the accessibility tests', async () => {
    await expect(`${JSON.stringify(tested, null, 2)}\n`).toMatchFileSnapshot(
      '../../../src/information/accessibility-tested.json',
    )
  })

  test('says what is tested, what is missing and where to write', () => {
    const navigator = { createHref: () => '', push() {}, replace() {}, go() {} }
    const html = renderToString(
      <Router location="/main/accessibility" navigator={navigator}>
        <AccessibilityPage />
      </Router>,
    )
    const text = html.replaceAll('<!-- -->', '').replaceAll(/<[^>]*>/g, ' ')
    for (const part of [/WCAG\) 2\.2, level AA/, /not tested with a screen reader/, /by hand on \d+ \w+ 20\d\d/])
      expect(text).toMatch(part)
    expect(text).toContain(`${written.states.all} different states`)
    expect(text).toContain(`at widths of ${written.widths} pixels`)
    expect(html).toContain('href="mailto:')
  })
})
