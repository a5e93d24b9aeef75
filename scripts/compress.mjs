// Makes `.br` and `.gz` beside the web's assets, so that they are compressed once and well, and never while somebody waits.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = join(process.argv[2], 'assets')
const paths = readdirSync(folder, { recursive: true })
  .filter((file) => /\.(js|css|svg|json)$/.test(file))
  .map((file) => join(folder, file))
  .filter((path) => statSync(path).size >= 1024)

async function compress(path) {
  const bytes = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes, { level: 9 })])
  writeFileSync(`${path}.br`, br)
  writeFileSync(`${path}.gz`, gz)
}

// All at once: Node spreads them over the processors.
await Promise.all(paths.map(compress))
