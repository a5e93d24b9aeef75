// `npm run bench`, `npm run look` and others: installs development packages, then runs the named script of this folder. Plain JavaScript,
// because it runs before the installation.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages, requireNode, root } from './install.mjs'

requireNode()
process.chdir(root)
await installPackages({ development: true })
// The other arguments are for the script.
const [name] = process.argv.splice(2, 1)
await import(pathToFileURL(join(root, 'scripts', name)).href)
