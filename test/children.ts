import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

/** Programs that tests run as processes of their own, as one file of JavaScript each. */
export interface BuiltChildren {
  sandbox: string
  sandboxChild: string
  serverProcess: string
}
declare module 'vitest' {
  export interface ProvidedContext {
    children: BuiltChildren
  }
}

/** Once a run: more than a hundred such processes begin, and to translate the sources in each takes longer than what they are asked for. */
export default async function setup(project: TestProject) {
  mkdirSync('.cache', { recursive: true })
  // Among the sources, so that packages are found from there.
  const folder = resolve(mkdtempSync(join('.cache', 'children-')))
  const input = { sandbox: 'server/sandbox.ts', sandboxChild: 'test/sandbox-child.ts', serverProcess: 'test/server-process.ts' }
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    json: { namedExports: false },
    build: { ssr: true, rolldownOptions: { input }, outDir: folder, target: 'node22', minify: false, emptyOutDir: true },
  })
  const at = (name: string) => join(folder, `${name}.js`)
  project.provide('children', { sandbox: at('sandbox'), sandboxChild: at('sandboxChild'), serverProcess: at('serverProcess') })
  return () => rmSync(folder, { recursive: true, force: true })
}
