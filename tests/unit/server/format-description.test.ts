import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoGoods } from '#gateway/demo/goods'
import { formatDescription } from '#src/server/format-description.ts'
import { seed } from '../../kit/seed.ts'

const link = 'rel="noopener noreferrer nofollow"'

describe('the description that the server formats', () => {
  test.each([
    ['keeps paragraphs, lists and emphasis', '<p>Very <strong>sweet</strong></p><ul><li>a</li></ul>', null],
    ['keeps character references', 'Bean &amp; Bean &#8211; 40&#x00B0;', null],
    ['escapes an invalid reference', 'A & B &lt; C < D', 'A &amp; B &lt; C &lt; D'],
    ['drops other elements and keeps their content', '<div><b>a</b></div>', 'a'],
    ['drops attributes', '<p onclick="x()" style=\'a\'>a</p>', '<p>a</p>'],
    ['drops scripts and styles with their content', 'a<script>alert("</p>")</script><STYLE>p{}</STYLE>b', 'ab'],
    ['drops a script that is not closed', 'a<script>alert(1)', 'a'],
    ['drops comments', 'a<!-- <p>x</p> -->b', 'ab'],
    ['drops a tag that is not closed', 'a<p title="', 'a'],
    [
      'keeps links to other sites',
      '<a href="https://x.example/?a=1&b=2">x</a>',
      `<a href="https://x.example/?a=1&amp;b=2" ${link}>x</a>`,
    ],
    ['drops the target of other links', '<a href="javascript:alert(1)">x</a><a href=//x>y</a>', '<a>x</a><a>y</a>'],
    ['closes unclosed elements', '<ul><li>a<li>b', '<ul><li>a<li>b</li></li></ul>'],
    ['ignores a closing tag without an opening tag', 'a</p></a>b', 'ab'],
  ])('%s', (_, html, formatted) => {
    expect(formatDescription(html)).toBe(formatted ?? html)
  })

  test('of every product in the sample store is the description itself', () => {
    for (const { description } of demoGoods.products)
      expect(formatDescription(description).replaceAll('&quot;', '"')).toBe(description)
  })

  // Specification: S.1.45
  test('holds no other tags and attributes, whatever the HTML', () => {
    const pieces = fc.constantFrom('<p>', '</p>', '<a href="https://a.b/', '"', "'", '>', '<', '/', '<script>', '</script>', '<!--', '-->', '<img src=x onerror=alert(1)', '<svg>', '&lt;', '&', ' ', 'x') // prettier-ignore
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), parts => {
        const formatted = formatDescription(parts.join(''))
        const allowed = new RegExp(`</?(?:p|ul|ol|li|strong|em|br|h3|a)>|<a href="https?://[^"<>]*" ${link}>`, 'g')
        expect(formatted.replaceAll(allowed, '')).not.toMatch(/[<>]/)
      }),
      { seed },
    )
  })
})
