import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(?:js|css|svg|json)$/
/** Bytes; smaller files fit into a packet or two anyway. */
const smallestSize = 1_000

/**
 * Writes a `.br` and a `.gz` file beside every text file of a build, at the highest level: once per build, so that no
 * request waits for it.
 */
export async function compressFiles(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))
  for (const file of files) {
    if (!compressible.test(file) || statSync(file).size < smallestSize) continue
    const text = readFileSync(file)
    const best = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(text, { params: best }))
    writeFileSync(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
  }
}
