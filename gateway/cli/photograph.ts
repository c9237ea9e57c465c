import { existsSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { addPhotographs } from '../catalogue/add-photographs.ts'
import { filesIn } from '../catalogue/photographs.ts'
import { views } from '../catalogue/pictures.ts'
import { exitWithError } from './process.ts'
import { readSettings } from './settings.ts'

const usage = `Usage: npm run photograph -- FOLDER
       npm run photograph -- FILE PRODUCT [VIEW]

Checks photographs and copies them into the store's folder. The shop shows them after its next start.

  FOLDER   its files are named by the product's code, and by the view if it is not the front: LL-0101.jpg, LL-0101-back.jpg
  FILE     a JPEG, PNG, WebP, AVIF or TIFF file of at most 25 MB
  PRODUCT  the product's code, LL-0101, or its name in paths, golden-paddy-jasmine-rice-5-kg
  VIEW     front (default), back, serving, detail or size`

try {
  const [path, product, view = 'front'] = process.argv.slice(2)
  if (path === undefined) throw new Error(usage)
  if (!existsSync(path)) throw new Error(`There is no file or folder ${path}.`)
  const isFolder = statSync(path).isDirectory()
  if (isFolder === (product !== undefined) || !views.some(one => one === view)) throw new Error(usage)
  const files = isFolder ? filesIn(path).map(name => join(path, name)) : [path]
  const { photographFolder } = readSettings(process.env)
  const { added, leftOut } = await addPhotographs(
    files,
    photographFolder,
    isFolder ? undefined : file => `${product}-${view}${extname(file)}`,
  )
  for (const copy of added) process.stdout.write(`${copy}\n`)
  process.stdout.write(`${added.length} of ${files.length} photographs are shown after the next start of the shop.\n`)
  if (leftOut.length > 0) throw new Error(leftOut.join('\n'))
} catch (error) {
  exitWithError(error)
}
