import { copyFile, mkdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { photographName, readPhotograph } from '../catalogue/photographs.ts'
import { exitWithError } from './process.ts'
import { readSettings } from './settings.ts'

const usage = `Usage: npm run photograph -- FILE PRODUCT [VIEW]

Checks a photograph and puts it into the store's folder. The shop shows it after its next start.

  FILE     a JPEG, PNG, WebP, AVIF or TIFF file of at most 25 MB
  PRODUCT  the product as in the path of its pictures: golden-paddy-jasmine-rice-5-kg
  VIEW     front (default), back, serving, detail or size`

try {
  const [file, product, view = 'front'] = process.argv.slice(2)
  if (file === undefined || product === undefined) throw new Error(usage)
  const fileName = `${product}-${view}${extname(file).toLowerCase()}`
  if (photographName(fileName) === null)
    throw new Error(`${fileName} is not a valid name for a photograph.\n\n${usage}`)
  await readPhotograph(file)
  const { photographFolder } = readSettings(process.env)
  await mkdir(photographFolder, { recursive: true })
  await copyFile(file, join(photographFolder, fileName))
  process.stdout.write(`${join(photographFolder, fileName)}: shown after the next start of the shop.\n`)
} catch (error) {
  exitWithError(error)
}
