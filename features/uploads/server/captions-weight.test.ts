import { expect, test } from 'vitest'
import { guestReadLimit, reservedUnits } from '#kit/server/http/guest-reads.ts'
import { fillSeries } from '#test/channels.ts'
import { startTestServer } from '#test/serve.ts'
import { createUploader } from '#test/uploads.ts'
import { uploadsContract } from '../contract.ts'

const server = await startTestServer({ FFMPEG_PATH: '/nowhere/ffmpeg' })
const { db } = server

test('captions count towards the bytes that guests at one address may read', async () => {
  const ann = await createUploader(server)
  const [videoId = ''] = await fillSeries(db, ann.seriesId, ['A'])
  const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'Words. '.repeat(500)}\n`
  const { data } = await ann.client(uploadsContract.addCaptions, { params: { id: videoId }, body: { language: 'en', text } })
  const remoteAddress = '198.51.100.7'
  const read = async () => (await server.app.inject({ url: data[0]!.src, remoteAddress })).statusCode
  expect(await read()).toBe(200)
  server.services.limits.add(`guest-bytes:${remoteAddress}`, guestReadLimit, guestReadLimit.max - reservedUnits)
  expect(await read()).toBe(429)
})
