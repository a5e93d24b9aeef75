// `npm run bench`, `npm run look` and their like: installs what only development needs, then runs the named script of this folder.
// Plain JavaScript: it runs before anything is installed.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages, requireNode, root } from './install.mjs'

requireNode()
process.chdir(root)
await installPackages({ development: true })
// What it is given is for the script.
const [name] = process.argv.splice(2, 1)
await import(pathToFileURL(join(root, 'scripts', name)).href)
