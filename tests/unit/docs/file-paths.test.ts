import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs', 'docs/decisions'].flatMap(folder =>
    readdirSync(folder)
      .filter(name => name.endsWith('.md'))
      .map(name => `${folder}/${name}`),
  ),
]
/** A path of a file in a folder of this repository, such as `machines/cart/cart.ts`. */
const filePath =
  /(?<![\w./-])(?:contract|gateway|machines|src|tests|tools|docs)\/[\w./-]+\.(?:tsx?|css|sql|json|md|svg|png)\b/g

test.each(pages)('%s names files that exist', page => {
  const paths = [...readFileSync(page, 'utf8').matchAll(filePath)].map(([path]) => path)
  // 'vouchers' is the example of CONTRIBUTING
  expect([...new Set(paths)].filter(path => !path.includes('vouchers') && !existsSync(path))).toEqual([])
})
