import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Metrics of the node exporter, which an alert uses. */
const foreign = /^node_/
const namePattern = /\b[a-z]+(?:_[a-z]+)*_(?:age_seconds|behind_seconds|oldest_seconds|duration_seconds|total|free_bytes|info)\b/g

test('metrics that the documentation and the alerts name exist', () => {
  const sources = globSync(['kit/server/**/*.ts', 'server/*.ts', 'features/*/server/**/*.ts'], {
    exclude: (file) => file.endsWith('.test.ts'),
  })
  const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
  const named = ['docs/operations.md', 'docs/scaling.md', 'deploy/alerts.yml'].flatMap(
    (file) => readFileSync(file, 'utf8').match(namePattern) ?? [],
  )
  const names = [...new Set(named)].filter((name) => !foreign.test(name))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !code.includes(`'${name}'`))).toEqual([])
})
