// `npm start`: installs and builds what is missing, then runs the server in this very process. With an argument: the operation of that
// name, which installs and builds nothing: the product may be running from these very folders, also while newer sources lie beside it.
// Plain JavaScript: it runs before anything is installed.
import { installPackages, requireNode, root } from './install.mjs'
import { build, isBuiltAtAll, prepareBuild } from './build.mjs'

requireNode()
process.env.NODE_ENV = process.env.NODE_ENV || 'production'
const [operation, ...args] = process.argv.slice(2)
if (operation === undefined || operation === 'build') await installPackages()
if (operation === 'build') await prepareBuild()
else {
  if (operation === undefined) await build()
  else if (!isBuiltAtAll()) {
    console.error('Choice is not built yet: npm start does that, or npm run build.')
    process.exit(1)
  }
  // Not by a literal: what was built is no part of what the types are checked of.
  const { main } = await import(new URL('../dist/server/main.js', import.meta.url).href)
  await main(operation === undefined ? [] : [operation, ...args], process.env, root)
}
