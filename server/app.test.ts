import { utimesSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backupMarkFile } from './data-dir.ts'
import { createMonitoring, createProductMetrics } from './monitoring.ts'
import { startTestServer } from '#test/serve.ts'

const token = 'a-token-for-figures'
const { app, services } = await startTestServer({ METRICS_TOKEN: token, DATABASE_REQUEST_WAIT: '4' })

test('health is ok while the database responds', async () => {
  const response = await app.inject('/health')
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }])
})

test('readiness requires readable main tables, and fails while one is locked', async () => {
  const ready = async () => (await app.inject('/ready')).statusCode
  expect(await ready()).toBe(200)
  await services.backgroundDb.transaction().execute(async (locked) => {
    await sql`lock table video in access exclusive mode`.execute(locked)
    expect([await ready(), (await app.inject('/health')).statusCode]).toEqual([503, 200])
  })
  expect(await ready()).toBe(200)
})

test('metrics show waiting jobs, database, disk, errors, and the age of the last backup if there is one', async () => {
  const read = async () => (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).body
  const first = await read()
  for (const name of ['jobs_oldest_seconds', 'database_bytes', 'data_dir_free_bytes', 'mail_failures_total', 'storage_errors_total'])
    expect(first).toMatch(new RegExp(`^${name} [\\d.e+]+$`, 'm'))
  expect(first).not.toMatch(/^backup_age_seconds /m)
  writeFileSync(backupMarkFile(services.config.dataDir), '')
  utimesSync(backupMarkFile(services.config.dataDir), new Date(), new Date(Date.now() - 3_600_000))
  const [, age] = /^backup_age_seconds ([\d.]+)$/m.exec(await read()) ?? []
  expect(Number(age)).toBeGreaterThanOrEqual(3600)
  expect(Number(age)).toBeLessThan(4000)
})

test('metrics require the token, on the site and on their own port, which also serves health', async () => {
  const metrics = await createProductMetrics(services)
  const monitoring = createMonitoring(services, metrics)
  for (const server of [app, monitoring]) {
    expect((await server.inject('/metrics')).statusCode).toBe(404)
    const response = await server.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('choice_build_info{version="')])
    expect((await server.inject('/health')).json()).toEqual({ status: 'ok' })
  }
  expect((await monitoring.inject('/api/countries')).statusCode).toBe(404)
  await monitoring.close()
})

test('a range past the end of a file gets 416', async () => {
  const { statusCode, json } = await app.inject({ url: '/media/demo/low-tide.mp4', headers: { range: 'bytes=99999999-' } })
  expect([statusCode, json()]).toMatchObject([416, { code: 'malformed', errors: {} }])
})

test('OpenAPI describes the API', async () => {
  const document = (await app.inject('/api/openapi.json')).json<{ openapi: string; paths: Record<string, unknown> }>()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/api/getMeta']).toBeDefined()
})

test('an address may make 6,000 requests a minute, in any notation of the path', async () => {
  for (let count = 0; count < 6000; count++) services.limits.count('requests:127.0.0.1', { max: 6000, windowSeconds: 60 })
  for (const url of ['/api/countries', '/%61pi/countries', 'http://other.example/api/countries', '/api/countries/'])
    expect((await app.inject(url)).statusCode).toBe(429)
  expect((await app.inject({ url: '/api/countries', remoteAddress: '203.0.113.7' })).statusCode).toBe(200)
})
