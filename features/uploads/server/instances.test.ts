import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '#test/folders.ts'
import { createServerProcesses } from '#test/processes.ts'
import { waitForUpload, nonMediaBytes, tusClient, createUploader } from '#test/uploads.ts'
import { uploadsContract } from '../contract.ts'

const { db, start } = await createServerProcesses()

test('another instance with the same folder continues an upload', async () => {
  const shared = { UPLOADS_DIR: makeFolder('choice-shared-uploads') }
  // Only the second instance runs jobs. It must also receive the end of the file, because without a bucket it can't read files of the
  // first.
  const [first, second] = await Promise.all([start('first', { ...shared, WORKER: 'off' }), start('second', shared)])
  const ann = await createUploader({ db, clientFor: first.clientFor })
  const bytes = nonMediaBytes(200_000)
  const [one, other] = [tusClient(first.url, ann.token), tusClient(second.url, ann.token)]
  const path = (await one.create({ filename: 'a.mp4', series_id: ann.seriesId }, bytes.length)).headers.get('location')!
  expect((await one.patch(path, 0, bytes.subarray(0, 50_000))).status).toBe(204)
  const head = await other.head(path)
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '50000'])
  expect((await other.patch(path, 50_000, bytes.subarray(50_000, 120_000))).status).toBe(204)
  expect((await one.head(path)).headers.get('upload-offset')).toBe('120000')
  const { data } = await second.clientFor({ token: ann.token })(uploadsContract.listUploads, {})
  expect(data[0]).toMatchObject({ received: 120_000, state: 'uploading' })
  expect((await other.patch(path, 120_000, bytes.subarray(120_000))).status).toBe(204)
  expect(await waitForUpload(ann.client, path.split('/').at(-1)!)).toMatchObject({
    state: 'failed',
    reason: 'not_video',
    received: 200_000,
  })
})

test('of two requests for one upload at two instances, the second ends the first and continues from there', async () => {
  const shared = { UPLOADS_DIR: makeFolder('choice-shared-uploads'), WORKER: 'off' }
  const [first, second] = await Promise.all([start('third', shared), start('fourth', shared)])
  const ann = await createUploader({ db, clientFor: first.clientFor })
  const bytes = nonMediaBytes(400_000)
  const path = (await tusClient(first.url, ann.token).create({ filename: 'a.mp4', series_id: ann.seriesId }, bytes.length)).headers.get(
    'location',
  )!
  // Stops sending in the middle of the body, and keeps the connection open.
  const bodyStream = new TransformStream<Uint8Array<ArrayBuffer>>()
  const writer = bodyStream.writable.getWriter()
  const hanging = tusClient(first.url, ann.token)
    .ask(path, {
      method: 'PATCH',
      headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bodyStream.readable,
      duplex: 'half',
    })
    .then(
      ({ status }) => status,
      () => 0,
    )
  void writer.write(bytes.subarray(0, 100_000)).catch(() => undefined)
  await expect.poll(() => statSync(join(shared.UPLOADS_DIR, path.split('/').at(-1)!)).size).toBe(100_000)
  const other = tusClient(second.url, ann.token)
  expect((await other.patch(path, 100_000, bytes.subarray(100_000, 200_000))).status).toBe(204)
  // The second request has ended the first one, which writes nothing more.
  void writer.write(bytes.subarray(0, 50_000)).catch(() => undefined)
  await Promise.race([hanging, writer.closed.catch(() => undefined)])
  expect((await other.head(path)).headers.get('upload-offset')).toBe('200000')
})
