// Runs the built server for the test process that forked it: reports when it serves, and ends with it.
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findBuild } from '../../scripts/build.mjs'

const root = new URL('../../', import.meta.url)
const { main } = await import(pathToFileURL(join(findBuild().folder, 'server', 'main.js')).href)
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
await main([], process.env, fileURLToPath(root))
if (process.exitCode) process.disconnect()
else process.send('ready')
