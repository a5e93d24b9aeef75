// `npm run dev`: runs the server from its sources, restarting it on changes, and Vite, which shows changes of the web immediately.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installPackages, requireNode, root } from './install.mjs'

requireNode()
await installPackages({ development: true })
const runNode = (args, env = {}) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
const children = [
  runNode(['--watch', '--watch-preserve-output', join('scripts', 'serve.ts')]),
  runNode([join('node_modules', 'vite', 'bin', 'vite.js')], { API_URL: `http://127.0.0.1:${process.env.PORT || 3000}` }),
]
for (const child of children)
  child.once('exit', (code) => {
    process.exitCode = process.exitCode || code || 0
    // When either ends, ends the other: the server and Vite need each other.
    for (const other of children) other.kill('SIGTERM')
  })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => children.forEach((child) => child.kill('SIGTERM')))
