import { escaped } from '../text.ts'

/** Converts the Markdown of `flows.ts` to HTML. Supports only the syntax that those pages use. */

const inline = (text: string) =>
  escaped(text.replaceAll('&lt;', '<'))
    .replaceAll(/&lt;(\/?(?:sub|b))&gt;/g, '<$1>')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replaceAll(/(?<!\*)\*([^*]+)\*/g, '<i>$1</i>')
    .replaceAll(
      /!\[([^\]]*)\]\(([\w.-]+\.svg)\)/g,
      '<figure tabindex="0"><a href="../flows/$2"><img src="../flows/$2" alt="$1"></a></figure>',
    )
    .replaceAll(/\[([^\]]*)\]\(([\w-]+)\.md\)/g, '<a href="$2.html">$1</a>')
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '<code>$1</code>')

/** A table; cells are HTML. */
export function tableIn(head: string[], rows: string[][]): string {
  const cells = (row: string[], tag: string) =>
    `<tr>${row.map(one => `<${tag}>${one}</${tag.split(' ')[0]}>`).join('')}</tr>`
  return `<div class="table" tabindex="0" role="region" aria-label="${escaped(head.filter(Boolean).join(', '))}"><table><thead>${cells(head, 'th scope="col"')}</thead><tbody>${rows.map(row => cells(row, 'td')).join('')}</tbody></table></div>`
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map(text => inline(text.trim().replaceAll(String.raw`\|`, '|')))

/** Consecutive lines of one kind: a table, a list, a code block or a paragraph. */
interface Block {
  kind: 'table' | 'ul' | 'ol' | 'pre' | 'line'
  lines: string[]
}

function kindOf(line: string): Block['kind'] {
  if (line.startsWith('|')) return 'table'
  if (line.startsWith('- ')) return 'ul'
  return /^\d+\. /.test(line) ? 'ol' : 'line'
}

function blocksIn(markdown: string): Block[] {
  const blocks: Block[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) {
      isCode = !isCode
      if (isCode) blocks.push({ kind: 'pre', lines: [] })
      continue
    }
    const kind = isCode ? 'pre' : kindOf(line)
    const last = blocks.at(-1)
    if (last?.kind === kind && kind !== 'line') last.lines.push(line)
    else blocks.push({ kind, lines: [line] })
  }
  return blocks
}

function lineIn(line: string): string {
  const [, signs, title] = /^(##?) (.*)$/.exec(line) ?? []
  if (signs) return `<h${signs.length}>${inline(title!)}</h${signs.length}>`
  if (line === '' || line.startsWith('<!--')) return ''
  if (/^<\/?(details|summary)/.test(line)) return line
  return line.startsWith('![') ? inline(line) : `<p>${inline(line)}</p>`
}

function blockIn({ kind, lines }: Block): string {
  if (kind === 'table') return tableIn(cellsOf(lines[0]!), lines.slice(2).map(cellsOf))
  if (kind === 'pre') return `<pre tabindex="0"><code>${escaped(lines.join('\n'))}</code></pre>`
  if (kind === 'line') return lineIn(lines[0]!)
  return `<${kind}>${lines.map(line => `<li>${inline(line.replace(/^(-|\d+\.) /, ''))}</li>`).join('')}</${kind}>`
}

/** Converts a Markdown page to HTML. */
export const htmlOf = (markdown: string): string => blocksIn(markdown).map(blockIn).filter(Boolean).join('\n')
