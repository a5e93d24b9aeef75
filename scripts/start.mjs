// `npm start`: installs and builds if needed, then runs the server in this process. In a read-only folder, as under the systemd unit, it
// runs the newest build. With an argument, it runs the operation of that name without installing or building. Plain JavaScript, because it
// runs before the installation.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages, requireNode, root } from './install.mjs'
import { build, findBuild, isTreeWritable } from './build.mjs'
import { loadSettingsFile } from './settings-file.mjs'

requireNode()
loadSettingsFile()
process.env.NODE_ENV = process.env.NODE_ENV || 'production'
const [operation, ...args] = process.argv.slice(2)
if (operation === 'build') {
  await installPackages()
  console.log(`Built: ${await build()}. The next start uses it.`)
} else {
  const folder = operation === undefined ? await prepareStart() : requireBuild().folder
  const { main } = await import(pathToFileURL(join(folder, 'server', 'main.js')).href)
  await main(operation === undefined ? [] : [operation, ...args], process.env, root)
}

async function prepareStart() {
  if (isTreeWritable()) {
    await installPackages()
    return build()
  }
  const { folder, isCurrent } = requireBuild()
  if (!isCurrent)
    console.error(`The sources in ${root} are not built yet: this starts the former build. To upgrade, run npm run build and restart.`)
  return folder
}

function requireBuild() {
  const build = findBuild()
  if (build) return build
  console.error('Choice is not built yet: npm start does that, or npm run build.')
  process.exit(1)
}
