// `npm run demo-pictures -- FILE…`: adds pictures to the demonstration in all sizes, so that a first start needn't
// create them. The pictures get the names of the files; an existing picture is replaced. Pictures missing from
// `pictures.json` are deleted.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { encodePicture } from '../features/media/server/picture-encoder.ts'
import { createPictureId } from '../features/media/server/picture-files.ts'

const folder = 'server/demo/assets/pictures'
const indexFile = 'server/demo/assets/pictures.json'
/** Slow but small, because the encoded pictures are stored in the repository. The quality is the lowest without a visible difference. */
const webp = { quality: 74, effort: 6 }

/** Adds pictures to the demonstration, and deletes files of pictures that are no longer named. */
async function savePictures(pictures: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
  const index = JSON.parse(readFileSync(indexFile, 'utf8')) as Record<string, string>
  for (const { name, bytes } of pictures) {
    const encoded = await encodePicture({ bytes, formats: ['webp', 'png', 'jpg'], webp })
    if (!encoded) throw new Error(`${name} is no picture`)
    // Uses a new id, because a picture with the same id never changes.
    const id = createPictureId(encoded)
    mkdirSync(join(folder, id), { recursive: true })
    for (const { width, data } of encoded.sizes) writeFileSync(join(folder, id, `${width}.webp`), data)
    index[name] = id
    console.log(name, id)
  }
  const usedFiles = new Set(Object.values(index))
  for (const id of readdirSync(folder)) if (!usedFiles.has(id)) rmSync(join(folder, id), { recursive: true })
  const sorted = Object.fromEntries(Object.entries(index).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(indexFile, `${JSON.stringify(sorted, null, 2)}\n`)
}

await savePictures(process.argv.slice(2).map((file) => ({ name: basename(file, extname(file)), bytes: readFileSync(file) })))
