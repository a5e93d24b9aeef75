// Checks which modules may import which (dependency-cruiser.mjs), and that the web doesn't import the schema library. Fails if it finds no
// files.
import { cruise } from 'dependency-cruiser'
import config from '../dependency-cruiser.mjs'

const { output } = await cruise(['features', 'kit', 'ui', 'shell', 'server', 'web', 'test'], {
  ...config.options,
  validate: true,
  ruleSet: { forbidden: config.forbidden },
})
const { violations, totalCruised } = output.summary
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`)

/**
 * Returns the modules of the first import path from the web to the schema library. Skips imports of types, and imports of contracts: the
 * browser gets a contract as a plain table (`contractTables` in vite.config.ts).
 */
function findSchemas() {
  const modules = new Map(output.modules.map((module) => [module.source, module]))
  const isOfWeb = (source) =>
    /^(web|ui|shell|kit\/web|features\/[\w-]+\/web)\//.test(source) && !/(\.test|\/samples|\/test-page)\.tsx?$/.test(source)
  const pathsByModule = new Map([...modules.keys()].filter(isOfWeb).map((source) => [source, [source]]))
  for (const [source, path] of pathsByModule) {
    if (/^features\/[\w-]+\/contract\.ts$/.test(source)) continue
    for (const { resolved, dependencyTypes } of modules.get(source)?.dependencies ?? []) {
      if (dependencyTypes.includes('type-only')) continue
      if (resolved.includes('node_modules/zod/')) return [...path, resolved]
      if (!resolved.includes('node_modules/') && !pathsByModule.has(resolved)) pathsByModule.set(resolved, [...path, resolved])
    }
  }
  return undefined
}
const schemas = findSchemas()
if (schemas) console.error(`schemas-stay-on-the-server: ${schemas.join(' → ')}`)

console.log(`${totalCruised} modules, ${violations.length + (schemas ? 1 : 0)} violations`)
if (violations.length || schemas || totalCruised < 100) process.exitCode = 1
