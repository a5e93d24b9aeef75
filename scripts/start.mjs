// `npm start`: installs and builds what is missing, then runs the server in this very process. With an argument: the operation of that name.
// Plain JavaScript: it runs before anything is installed.
import { installPackages, requireNode, root } from './install.mjs'

requireNode()
process.env.NODE_ENV = process.env.NODE_ENV || 'production'
await installPackages()
await (await import('./build.mjs')).build()
const { main } = await import('../dist/server/main.js')
await main(process.argv.slice(2), process.env, root)
