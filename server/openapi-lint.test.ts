import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { startTestServer } from '#test/serve.ts'

const { app } = await startTestServer()
const source = (await app.inject('/api/openapi.json')).body

/** Paths that the specification requires. They aren't ambiguous, because ids have 11 characters and words such as `invitation` don't. */
const ambiguous = '(#/paths/~1api~1teams~1{id}~1activity)'

test("Redocly's recommended rules accept the API's description", async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const result = problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} (${at?.pointer ?? ''})`)
  expect(result.filter((item) => !(item.startsWith('no-ambiguous-paths') && item.endsWith(ambiguous)))).toEqual([])
})

// Checks hundreds of schemas, which takes ten seconds.
test("Spectral's recommended rules accept the API's description", { tags: ['slow'] }, async () => {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [[spectralRulesets.oas as never, 'recommended']] })
  const problems = await spectral.run(JSON.parse(source) as Record<string, unknown>)
  expect(problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`)).toEqual([])
})
