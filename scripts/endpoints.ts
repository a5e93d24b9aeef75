// Checks that a test calls every endpoint (test/serve.ts records the calls). Also checks topics: if a call changes a topic, another call
// must read it, or respond with things of that topic.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTopicErrors } from '../kit/contract/topics.ts'
import { contracts } from '../server/features.ts'

const folder = join('.cache', 'called')
const calledEndpoints = new Set(
  existsSync(folder) ? readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')) : [],
)
const endpoints = contracts.flatMap((contract) => Object.values(contract))

const uncalledEndpoints = endpoints.map(({ method, path }) => `${method} ${path}`).filter((name) => !calledEndpoints.has(name))
const topicErrors = findTopicErrors(endpoints)

for (const name of uncalledEndpoints) console.error(`no test calls ${name}`)
for (const problem of topicErrors) console.error(problem)
console.log(`${endpoints.length} endpoints, ${uncalledEndpoints.length} not called`)
if (uncalledEndpoints.length || topicErrors.length || endpoints.length === 0) process.exitCode = 1
