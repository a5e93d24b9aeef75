import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const isSchema = (value: unknown) => typeof value === 'object' && value !== null && '_zod' in value
const isEndpoint = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Returns only the parts of a contract that the browser needs: paths and topics. Only the server validates. */
const inBrowser = (_: string, value: unknown) => {
  if (isSchema(value)) return undefined
  if (!isEndpoint(value)) return value
  const { method, path, reads, changes, thingPlaces, idempotencyKey } = value
  return { method, path, reads, changes, thingPlaces, idempotencyKey }
}

/** Matches `…/contract.ts`, `…/contract.ts?calls=channelsContract` and `…/contract.ts?calls=channelsContract.getPlaylist`. */
const contractModulePattern = /^(.+\/features\/[\w-]+\/contract\.ts)(?:\?calls=(\w+)(?:\.(\w+))?)?$/

const isContract = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.values(value).length > 0 && Object.values(value).every(isEndpoint)

/**
 * Bundles contracts for the browser as plain tables, without schemas and the schema library (15 kB gzipped, and time on a phone). A module
 * in the web that imports a schema then fails the build, because schemas are no longer exported. Each call is a module of its own, in the
 * chunk of its caller, so that the first visit loads only the calls that it may make. In development, calls aren't split, because each
 * module is a request.
 */
export function contractTables(): Plugin {
  let isBuild = false
  const evaluate = async (file: string): Promise<{ module: Record<string, unknown>; dependencies: string[] }> =>
    // For a build, Node imports the sources directly: Vite's runner fails if a busy machine needs a minute for a source.
    isBuild
      ? { module: (await import(pathToFileURL(file).href)) as Record<string, unknown>, dependencies: [] }
      : runnerImport(file, { configFile: false, logLevel: 'warn' })
  return {
    name: 'contract-tables',
    enforce: 'pre',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    resolveId: (id) => (id.includes('?calls=') && contractModulePattern.test(id) ? id : null),
    async load(id) {
      const [, file, contract, call] = contractModulePattern.exec(id) ?? []
      if (file === undefined) return null
      const { module, dependencies } = await evaluate(file)
      for (const dependency of dependencies) this.addWatchFile(resolve(dependency))
      const from = (query: string) => JSON.stringify(`${file}?calls=${query}`)
      const calls = contract === undefined ? {} : (module[contract] as Record<string, unknown>)
      if (call !== undefined) return `export default ${JSON.stringify(calls[call], inBrowser)}`
      if (contract !== undefined)
        return Object.keys(calls)
          .map((name) => `export { default as ${name} } from ${from(`${contract}.${name}`)}`)
          .join('\n')
      return Object.entries(module)
        .filter(([, value]) => !isSchema(value) && typeof value !== 'function')
        .map(([name, value]) =>
          isBuild && isContract(value)
            ? `export * as ${name} from ${from(name)}`
            : `export const ${name} = ${JSON.stringify(value, inBrowser)}`,
        )
        .join('\n')
    },
  }
}
