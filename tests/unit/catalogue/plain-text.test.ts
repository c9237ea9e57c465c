import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstSentence, plainText } from '#machines/catalogue/plain-text'
import { seed } from '../../kit/seed.ts'

describe('the first sentence of a description', () => {
  test.each([
    ['is its first paragraph', '<p>Thick noodles, proper heat</p><p>Four packs.</p>', 'Thick noodles, proper heat'],
    ['ends where the next begins', '<p>Hand-folded. About 45 pieces.</p>', 'Hand-folded.'],
    ['does not end in a number', '<p>First press, 1.5 kg a sack. Mild.</p>', 'First press, 1.5 kg a sack.'],
    ['does not end in a shortened word', 'Serves approx. two people. Mild.', 'Serves approx. two people.'],
    ['ends at a Chinese full stop', '<p>手工水饺。冷冻保存。</p>', '手工水饺。'],
    ['keeps a closing quotation mark', '<p>He said “more!” And again.</p>', 'He said “more!”'],
    ['is empty for an empty description', '<p> &nbsp; </p>', ''],
    ['skips empty blocks', '<p></p><div><br></div><ul><li>Mild</li></ul>', 'Mild'],
    ['is plain text already', 'Just words', 'Just words'],
  ])('%s', (_, html, text) => {
    expect(firstSentence(html)).toBe(text)
  })
})

describe('plain text', () => {
  test.each([
    ['drops inline marks', '<p>Very <b>sweet</b>, <em>no</em> fibre</p>', ['Very sweet, no fibre']],
    ['decodes entities by name and number', 'Bean &amp; Bean &#8211; 40&#x00B0;&nbsp;N', ['Bean & Bean – 40° N']],
    ['decodes once', '&amp;lt;b&amp;gt;', ['&lt;b&gt;']],
    ['leaves unknown entities', 'A&foo;B & C', ['A&foo;B & C']],
    ['replaces impossible characters', '&#x110000;&#xD800;&#0;', ['\uFFFD\uFFFD\uFFFD']],
    ['drops scripts and styles with their content', 'a<script>alert("</p>")</script><style>p{}</style>b', ['a b']],
    ['drops a script that is not closed', 'a<script>alert(1)', ['a']],
    ['drops comments', 'a<!-- <b>x</b> -->b', ['ab']],
    ['skips quoted attributes', '<p title="a > b" onclick=\'x("<i>")\'>c</p>', ['c']],
    ['drops a tag that is not closed', 'a<img src="x" onerror="', ['a']],
    ['keeps a < that is not a tag', 'a < b, 3<4', ['a < b, 3<4']],
    ['puts each block on its own line', '<p>a</p><ul><li>b</li><li>c</li></ul>d<br>e', ['a', 'b', 'c', 'd', 'e']],
  ])('%s', (_, html, lines) => {
    expect(plainText(html)).toEqual(lines)
  })

  test('is made from any HTML, as lines without breaks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', '"', "'", '&', '#', ';', '/', '!', '-', 'a', 'p', 'script', ' ', '\n')),
        parts => {
          for (const line of plainText(parts.join(''))) expect(line).toMatch(/^\S(.*\S)?$/)
        },
      ),
      { seed },
    )
  })

  // with a quadratic parser the first of them would take hours
  test.each(['<', '<a', '<a "', '<script>', '<!--', '&', '</'])('parses a million times %s', part => {
    expect(plainText(part.repeat(1_000_000)).length).toBeLessThan(2)
  })
})
