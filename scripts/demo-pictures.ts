// Adds pictures to the demonstration, in all their sizes, so that a first start need not make them: `npm run demo-pictures -- FILE…`.
// They are called by their files' names; one that is there already is replaced. What `pictures.json` no longer names is removed.
import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { keepPictures } from './demo/pictures.ts'

await keepPictures(process.argv.slice(2).map((file) => ({ name: basename(file, extname(file)), bytes: readFileSync(file) })))
