import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import type { SourceKind } from '#features/tv-sources/rules.ts'
import type { Db } from '#kit/server/db/db.ts'
import { cleanUp } from './clean-up.ts'
import type { Client } from './serve.ts'

/** Returns an XMLTV time such as `20261123203000 +0000`, `minutes` after the next full hour. */
export function xmltvTime(minutes: number): string {
  const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000
  return `${new Date(hour + minutes * 60_000).toISOString().replaceAll(/\D/g, '').slice(0, 14)} +0000`
}

/** Returns a guide. Each channel has a programme per hour from the next full hour on, with these titles; null means no programme. */
export function xmltvGuide(channels: Readonly<Record<string, readonly (string | null)[]>>): string {
  const channelTags = Object.keys(channels).map((id) => `<channel id="${id}"><display-name>${id}</display-name></channel>`)
  const programmes = Object.entries(channels).flatMap(([id, titles]) =>
    titles.map((title, index) =>
      title === null
        ? ''
        : `<programme start="${xmltvTime(60 * index)}" stop="${xmltvTime(60 * index + 60)}" channel="${id}"><title>${title}</title></programme>`,
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<tv>\n${[...channelTags, ...programmes].join('\n')}\n</tv>`
}

/** Returns a list of channels. `id` is a channel's id in the guide. */
export const m3uList = (channels: readonly { name: string; id?: string; path?: string; more?: string }[]): string =>
  [
    '#EXTM3U',
    ...channels.flatMap(({ name, id = '', path = name, more = '' }) => [
      `#EXTINF:-1 tvg-id="${id}" ${more},${name}`,
      `https://live.example.com/${encodeURIComponent(path)}/index.m3u8`,
    ]),
  ].join('\n')

/** Starts another site with lists and guides. It serves files by path, with revalidation and redirects. */
export async function startListSite() {
  const files = new Map<string, string | Buffer>()
  const redirects = new Map<string, string>()
  /** Paths whose response never ends. */
  const endless = new Set<string>()
  /** Paths of all requests. */
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]!
    requests.push(path)
    const file = files.get(path)
    const etag = file === undefined ? '' : `"${createHash('md5').update(file).digest('hex')}"`
    if (endless.has(path)) response.write('#EXTM3U\n')
    else if (redirects.has(path)) response.writeHead(302, { location: redirects.get(path) }).end()
    else if (file === undefined) response.writeHead(404).end()
    else if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { 'content-type': 'application/octet-stream', etag }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host, files, redirects, endless, requests, at: (path: string) => `http://${host}${path}` }
}

/** Waits until an import ends. */
export async function waitForImport(client: Client, id: string) {
  for (;;) {
    const tvImport = await client(tvSourcesContract.getTvImport, { params: { id } })
    if (tvImport.finished_at !== null) return tvImport
    await sleep(50)
  }
}

/** Imports a text as a file, and waits until the import ends. */
export async function importText(client: Client, kind: SourceKind, text: string | Buffer, fileName = `a.${kind}`) {
  const file = new File([typeof text === 'string' ? text : new Uint8Array(text)], fileName)
  const { id } = await client(tvSourcesContract.startTvImport, { body: { kind, file } })
  return waitForImport(client, id)
}

export const counts = ({ read, written, unchanged, skipped, removed }: Awaited<ReturnType<typeof waitForImport>>) =>
  ({ read, written, unchanged, skipped, removed }) as const

/** Reads the programmes of a guide channel. `xmin` shows which rows an import wrote. */
export const programmesIn = (db: Db) => async (key: string) =>
  (
    await sql<{ title: string; id: string; starts: number; stops: number; xmin: string }>`
      select title, programme.id, extract(epoch from starts_at)::int as starts, extract(epoch from stops_at)::int as stops,
        (select guide_programme.xmin::text from guide_programme where guide_programme.id = programme.id) as xmin
      from programme join guide_channel on guide_channel.id = guide_channel_id where key = ${key} order by starts_at`.execute(db)
  ).rows
