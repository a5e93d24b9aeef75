// Runs the built server for the test process that started it. Reports when the server is ready, and ends when the test process does.
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findBuild } from '../../scripts/build.mjs'

const root = new URL('../../', import.meta.url)
const { main } = await import(pathToFileURL(join(findBuild().folder, 'server', 'main.js')).href)
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
await main([], process.env, fileURLToPath(root))
if (process.exitCode) process.disconnect()
else process.send('ready')
