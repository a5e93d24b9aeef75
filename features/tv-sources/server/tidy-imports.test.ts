import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { startTestServer } from '#test/serve.ts'
import { importFileKey, importFilePrefix } from './imports.ts'
import { addImport, cancelImport, findOrCreateSource } from './queries/imports.ts'
import { deleteImportLeftovers } from './jobs.ts'

const { db, services, config } = await startTestServer()
const { storage } = services
const tools = { db, storage, workDir: config.importsDir }
const { signal } = new AbortController()

test('downloads of a killed process are deleted, and running ones are kept', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  for (const [name, hours] of [
    ['import-old', 6],
    ['import-now', 3],
  ] as const) {
    const folder = join(config.importsDir, name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'fetched'), 'x')
    await utimes(folder, hoursAgo(hours), hoursAgo(hours))
  }
  await deleteImportLeftovers(tools, signal, 0)
  expect(await readdir(config.importsDir)).toEqual(['import-now'])
})

test('a sent file is deleted when its import is over or missing; a waiting one is kept, also if its import commits a moment later', async () => {
  const source = await findOrCreateSource(db, { kind: 'm3u', url: null, name: 'sent.m3u' })
  const [waiting, over, never, late] = [await addImport(db, source), await addImport(db, source), newId(), newId()]
  await cancelImport(db, over)
  for (const id of [waiting, over, never, late]) await storage.put(importFileKey(id), new Uint8Array([1]), 'application/octet-stream')
  const tidied = deleteImportLeftovers(tools, signal, 300)
  await db.insertInto('tv_import').values({ id: late, source_id: source }).execute()
  await tidied
  const remainingIds: string[] = []
  for await (const key of storage.list(importFilePrefix)) remainingIds.push(key.slice(importFilePrefix.length))
  expect(remainingIds.toSorted()).toEqual([waiting, late].toSorted())
})
