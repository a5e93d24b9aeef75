import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { settings } from '#server/settings.ts'

interface Service {
  image?: string
  build?: string
  environment?: Record<string, string | number>
  depends_on?: Record<string, unknown>
  volumes?: string[]
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}
const files = ['compose.yaml', 'deploy/compose.scaled.yaml']
const compose = (file: string) => parseYaml(readFileSync(file, 'utf8')) as Compose
const scaled = compose('deploy/compose.scaled.yaml').services
const hostOf = (address: string) => /@([\w-]+)\//.exec(address)?.[1]

test.each(files)('%s names known settings, services, volumes and files, and pinned images', (file) => {
  const { services, volumes } = compose(file)
  for (const { image, build, environment = {}, depends_on: others = {}, volumes: mounted = [] } of Object.values(services)) {
    expect(image ?? build).toMatch(/^\.+$|:v?\d/)
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(others)))
    for (const mount of mounted) {
      const [source = ''] = mount.split(':')
      if (source.startsWith('./')) expect({ [source]: existsSync(join(file, '..', source)) }).toEqual({ [source]: true })
      else expect(Object.keys(volumes)).toContain(source)
    }
    if (build) expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(environment)))
    // Fails for values that YAML converts to other types, such as an unquoted `off` to false.
    for (const value of Object.values(environment)) expect(typeof value).toMatch(/string|number/)
  }
})

test('two instances share the database and the store, keep their own data, and leave the jobs to a third process', () => {
  const [first, second, worker] = [scaled['choice-1']!, scaled['choice-2']!, scaled['worker']!]
  expect(first.environment).toEqual(second.environment)
  expect(first.environment).toMatchObject({ WORKER: 'off' })
  expect(worker.environment).toMatchObject({ WORKER: 'only' })
  expect(new Set([first, second, worker].flatMap(({ volumes = [] }) => volumes)).size).toBe(3)
  for (const name of ['DATABASE_URL', 'DATABASE_READ_URL', 'S3_BUCKET', 'S3_ENDPOINT'])
    expect({ [name]: worker.environment?.[name] }).toEqual({ [name]: first.environment?.[name] })
  expect([hostOf(String(first.environment?.['DATABASE_URL'])), hostOf(String(first.environment?.['DATABASE_READ_URL']))]).toEqual([
    'primary',
    'replica',
  ])
  expect(new URL(String(first.environment?.['S3_ENDPOINT'])).hostname).toBe('s3')
})

test('nginx forwards to the instances as deploy/nginx.conf does', () => {
  const [here, other] = ['deploy/scaled/nginx.conf', 'deploy/nginx.conf'].map((file) => readFileSync(file, 'utf8')) as [string, string]
  const instances = Object.keys(scaled).filter((name) => name.startsWith('choice-'))
  expect([...here.matchAll(/server ([\w-]+):3000 max_fails=0;/g)].map(([, name]) => name)).toEqual(instances)
  for (const [at, count] of [
    ['/', 8],
    ['= /api/events/presence', 7],
  ] as const) {
    const locationOf = (text: string) => text.split(`  location ${at} {\n`)[1]!.split('\n  }')[0]!
    const directives = (text: string) => [...locationOf(text).matchAll(/^ +(proxy_\w+ (?!.*Proto).*;)$/gm)].map(([, line]) => line)
    expect(directives(here)).toHaveLength(count)
    expect(directives(here)).toEqual(directives(other))
  }
})

test.each(['primary.sh', 'replica.sh'])('the script %s is valid', (name) => {
  expect(spawnSync('sh', ['-n', join('deploy', 'scaled', name)], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})
