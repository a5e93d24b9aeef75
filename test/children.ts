import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

/** Programs that tests run as child processes, as one JavaScript file each. */
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

/** Called once per test run: translates the sources once, because tests start over a hundred such processes. */
export default async function setup(project: TestProject) {
  mkdirSync('.cache', { recursive: true })
  // Inside the project, so that imports of packages work.
  const folder = resolve(mkdtempSync(join('.cache', 'children-')))
  const input = { sandbox: 'server/sandbox.ts', sandboxChild: 'test/sandbox-child.ts', serverProcess: 'test/server-process.ts' }
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    json: { namedExports: false },
    build: { ssr: true, rolldownOptions: { input }, outDir: folder, target: 'node22', minify: false, emptyOutDir: true },
  })
  const pathOf = (name: string) => join(folder, `${name}.js`)
  project.provide('children', { sandbox: pathOf('sandbox'), sandboxChild: pathOf('sandboxChild'), serverProcess: pathOf('serverProcess') })
  return () => rmSync(folder, { recursive: true, force: true })
}
