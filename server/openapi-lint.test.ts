import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { serve } from '#test/serve.ts'

const { app } = await serve()
const source = (await app.inject('/api/openapi.json')).body

test("Redocly's recommended rules accept the API's description", async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} (${at?.pointer ?? ''})`)).toEqual([])
})

// Checks hundreds of schemas, which takes ten seconds.
test("Spectral's recommended rules accept the API's description", { tags: ['slow'] }, async () => {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [[spectralRulesets.oas as never, 'recommended']] })
  const problems = await spectral.run(JSON.parse(source) as Record<string, unknown>)
  expect(problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`)).toEqual([])
})
