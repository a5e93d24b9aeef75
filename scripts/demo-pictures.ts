// Makes the display sizes of the demonstration's pictures, so that a first start need not. Run it after adding or removing a
// picture: `npm run demo-pictures`. What has sizes already keeps them, and its id.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { encodePicture } from '../features/media/server/picture-encoder.ts'
import { newPictureId } from '../features/media/server/pictures.ts'

const assets = 'server/demo/assets'
const indexFile = join(assets, 'pictures.json')
const known = JSON.parse(readFileSync(indexFile, 'utf8')) as Record<string, string>
const index: Record<string, string> = {}

const originals = readdirSync(join(assets, 'originals'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.webp'))
for (const file of originals.toSorted()) {
  const name = basename(file, '.webp')
  index[name] = known[name] ?? (await makeSizes(file))
}
for (const [name, id] of Object.entries(known)) if (!index[name]) rmSync(join(assets, 'pictures', id), { recursive: true })
writeFileSync(indexFile, `${JSON.stringify(index, null, 2)}\n`)

async function makeSizes(file: string): Promise<string> {
  const encoded = await encodePicture({ bytes: readFileSync(join(assets, 'originals', file)), formats: ['webp'] })
  if (!encoded) throw new Error(`${file} is no picture`)
  const id = newPictureId(encoded)
  const folder = join(assets, 'pictures', id)
  mkdirSync(folder, { recursive: true })
  for (const { width, data } of encoded.sizes) writeFileSync(join(folder, `${width}.webp`), data)
  console.log(file, id)
  return id
}
