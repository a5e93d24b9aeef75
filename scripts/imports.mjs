// Who may import whom (dependency-cruiser.mjs). A run that saw no files proves nothing, so it fails.
import { cruise } from 'dependency-cruiser'
import config from '../dependency-cruiser.mjs'

const { output } = await cruise(['features', 'kit', 'ui', 'server', 'web', 'test'], {
  ...config.options,
  validate: true,
  ruleSet: { forbidden: config.forbidden },
})
const { violations, totalCruised } = output.summary
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`)
console.log(`${totalCruised} modules, ${violations.length} violations`)
if (violations.length || totalCruised < 100) process.exitCode = 1
