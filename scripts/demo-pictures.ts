// Makes the display sizes of the demonstration's pictures, so that a first start need not. Run it after adding a picture:
// `npx tsx scripts/demo-pictures.ts`. What has sizes already keeps them, and its id.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { encodePicture, pictureKey } from '../features/media/server/pictures.ts'
import { createStorage } from '../kit/server/storage.ts'

const assets = 'server/demo/assets'
const indexFile = join(assets, 'pictures.json')
const storage = createStorage({ folder: assets })
const known = JSON.parse(readFileSync(indexFile, 'utf8')) as Record<string, string>
const index: Record<string, string> = {}

const originals = ['posters', 'film'].flatMap((folder) =>
  readdirSync(join(assets, 'originals', folder)).map((file) => join(assets, 'originals', folder, file)),
)
for (const file of originals) {
  const name = basename(file, '.webp')
  index[name] = known[name] ?? (await makeSizes(file))
}
for (const [name, id] of Object.entries(known)) if (!index[name]) rmSync(join(assets, 'pictures', id), { recursive: true })
writeFileSync(indexFile, `${JSON.stringify(index, null, 2)}\n`)

async function makeSizes(file: string): Promise<string> {
  const { id, sizes } = await encodePicture(readFileSync(file))
  for (const { width, data } of sizes) await storage.put(pictureKey(id, width), data, 'image/webp')
  console.log(file, id)
  return id
}
