import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callEndpoint } from '#kit/contract/client.ts'
import { cleanUp } from './clean-up.ts'
import { makeFolder } from './folders.ts'
import type { Caller, Client } from './serve.ts'

// Runs instances of the built product behind Debian's nginx, with the proxy settings of deploy/nginx.conf.

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
/** Undefined if nginx isn't installed. */
export const nginx = process.env['NGINX_PATH'] ?? folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** Starts instances of the built product, and nginx in front of them. Call it at the top of a test file; all end after the file's tests. */
export function startBehindNginx() {
  const folder = makeFolder('choice-nginx')
  const children = new Set<ChildProcess>()

  async function stop(child: ChildProcess) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'close')
    }
    children.delete(child)
  }

  cleanUp(async () => {
    await Promise.all([...children].map(stop))
    rmSync(folder, { recursive: true, force: true })
  })

  /** @param args arguments of Node. By default, they build the product if needed, and start it. */
  async function startInstance(name: string, port: number, settings: Record<string, string>, args = [join('scripts', 'start.mjs')]) {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production', ...settings, DATA_DIR: join(folder, name), PORT: String(port) },
    })
    children.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    for (const end = Date.now() + 120_000; !(await isReady()); await sleep(50))
      if (child.exitCode !== null || Date.now() > end) throw new Error(`It did not start: ${output}`)
    return { child, output: () => output }
  }

  async function startNginx(ports: readonly number[]) {
    const port = await freePort()
    const template = readFileSync(join('deploy', 'nginx.conf'), 'utf8')
    const partOf = (pattern: RegExp) => pattern.exec(template)![0]
    const upstream = partOf(/^upstream [^}]*\}/m).replace(/^ *server 127\.0\.0\.1:3000(.*)$/m, (_, options: string) =>
      ports.map((port) => `server 127.0.0.1:${port}${options}`).join('\n'),
    )
    mkdirSync(join(folder, 'nginx'), { recursive: true })
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/nginx/${kind};`)
    const config = `daemon off; master_process off; error_log stderr crit; pid ${folder}/nginx/pid;
events {}
http {
    access_log off; ${temporary.join(' ')}
    ${upstream}
    server {
    listen 127.0.0.1:${port};
${partOf(/^ {2}client_max_body_size.*$/m)}
${partOf(/^ {2}location = \/api\/events\/presence \{[^}]*\}/m)}
${partOf(/^ {2}location \/ \{[^}]*\}/m)}
    }
}`
    writeFileSync(join(folder, 'nginx.conf'), config)
    const child = spawn(nginx!, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
    children.add(child)
    let errors = ''
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
    const url = `http://127.0.0.1:${port}`
    for (
      const end = Date.now() + 20_000;
      !(await fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      ));
      await sleep(50)
    )
      if (child.exitCode !== null || Date.now() > end) throw new Error(`nginx did not start: ${errors}`)
    return url
  }

  return { startInstance, startNginx, stop }
}

/** Creates clients of an address. */
export const createClientFactory =
  (url: string) =>
  ({ token }: Caller = {}): Client =>
  (endpoint, input) =>
    callEndpoint(endpoint, input, async ({ method, url: path, headers, body }) => {
      const response = await fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    })
