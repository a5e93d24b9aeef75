// Writes compressed `.br` and `.gz` files beside the web's assets, so that requests need not wait for slow compression.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = join(process.argv[2], 'assets')
const paths = readdirSync(folder, { recursive: true })
  .filter((file) => /\.(js|css|svg|json)$/.test(file))
  .map((file) => join(folder, file))
  .filter((path) => statSync(path).size >= 1024)

/** Paths of files with the same content, which are compressed once: files without texts are the same in every language. */
const pathsByContent = new Map()
for (const path of paths) {
  const bytes = readFileSync(path)
  const key = createHash('sha256').update(bytes).digest('hex')
  const previousFile = pathsByContent.get(key)
  if (previousFile) previousFile.paths.push(path)
  else pathsByContent.set(key, { bytes, paths: [path] })
}

async function compressFiles({ bytes, paths }) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes, { level: 9 })])
  for (const path of paths) {
    writeFileSync(`${path}.br`, br)
    writeFileSync(`${path}.gz`, gz)
  }
}

// Node compresses several files at the same time on all processors.
await Promise.all([...pathsByContent.values()].map(compressFiles))
