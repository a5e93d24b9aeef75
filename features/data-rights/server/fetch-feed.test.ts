import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { mediaContract } from '#features/media/contract.ts'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { dataRightsContract } from '../contract.ts'

const rss = `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="/look.xsl"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Tides &amp; trains</title>
<item><title>The first</title><enclosure url="https://cdn.test/1.mp3" type="audio/mpeg"/><itunes:duration>12:05</itunes:duration></item>
<item><title>The second</title><enclosure url="https://cdn.test/2.mp4" type="video/mp4"/></item></channel></rss>`
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A channel</title>
<entry><title>One</title><link rel="alternate" href="https://www.youtube.com/watch?v=aaaaaaaaaaa"/></entry></feed>`
const answers: Record<string, (response: ServerResponse) => void> = {
  '/podcast': (response) => response.setHeader('content-type', 'application/rss+xml').end(rss),
  '/plain': (response) => response.setHeader('content-type', 'text/xml; charset=utf-8').end(rss),
  '/atom': (response) => response.setHeader('content-type', 'application/xml').end(atom),
  '/page': (response) => response.setHeader('content-type', 'text/html').end('<title>A page</title>'),
  '/svg': (response) => response.setHeader('content-type', 'text/xml').end('<svg/>'),
  '/endless': (response) => {
    response.setHeader('content-type', 'application/rss+xml').write('<rss><channel>')
    const writeMore = () => void (response.writable && response.write(' '.repeat(1 << 20), () => setImmediate(writeMore)))
    writeMore()
  },
}
const site = createServer((request, response) => (answers[request.url ?? ''] ?? (() => response.writeHead(404).end()))(response))
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  site.closeAllConnections()
  site.close()
})
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
const server = await startTestServer({ OUTBOUND_ALLOW: host, RATE_LIMITS: 'off' })
const ann = await createUser(server)
const importUrl = (path: string) => ann.client(dataRightsContract.readImport, { body: { text: ` http://${host}${path}\n` } })
const readMetadata = (path: string) => ann.client(mediaContract.getMeta, { body: { url: `http://${host}${path}` } })

test.for(['/podcast', '/plain'])('a podcast address gives its episodes: %s', async (path) => {
  const preview = await importUrl(path)
  expect(preview).toMatchObject({ kind: 'feed', channels: [{ name: 'Tides & trains', videos: 2 }] })
  const body = { channels: [{ index: 0 }] }
  const { playlists } = await ann.client(dataRightsContract.makeImport, { params: { id: preview.id }, body })
  const { series } = await ann.client(channelsContract.getPlaylist, { params: { id: playlists[0]! } })
  expect(series.flatMap(({ videos }) => videos.map(({ title, src }) => `${title} ${src}`))).toEqual([
    'The first https://cdn.test/1.mp3',
    'The second https://cdn.test/2.mp4',
  ])
})

test('an Atom feed address gives its entries, as for YouTube channels', async () => {
  expect(await importUrl('/atom')).toMatchObject({ kind: 'feed', channels: [{ name: 'A channel', videos: 1 }] })
})

test.for(['/page', '/svg', '/none', '/endless'])('any other address stays a link: %s', async (path) => {
  expect(await importUrl(path)).toMatchObject({ kind: 'links', channels: [{ videos: 1 }] })
})

test('a forbidden address is not fetched', async () => {
  const inner = await ann.client(dataRightsContract.readImport, { body: { text: 'http://169.254.1.1/feed' } }).catch(() => undefined)
  expect(inner?.kind ?? 'links').toBe('links')
  expect(await outcome(ann.client(dataRightsContract.readImport, { body: { text: '' } }))).toBe('422 import_missing text')
})

test('a link to a feed is recognised and has its title', async () => {
  expect(await readMetadata('/podcast')).toMatchObject({ content_type: 'application/rss+xml', title: 'Tides & trains', kind: 'page' })
  expect(await readMetadata('/plain')).toMatchObject({ content_type: 'application/rss+xml', title: 'Tides & trains' })
  expect(await readMetadata('/atom')).toMatchObject({ content_type: 'application/atom+xml', title: 'A channel' })
})
