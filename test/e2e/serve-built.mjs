// Runs the built server for a test process that forked it: tells it once it serves, and ends with it.
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const { main } = await import(new URL('dist/server/main.js', root).href)
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
await main([], process.env, fileURLToPath(root))
if (process.exitCode) process.disconnect()
else process.send('ready')
