import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { limits } from '#features/channels/limits.ts'
import { insertPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import { insertSeries } from '#features/channels/server/queries/series.ts'
import { insertVideos } from '#features/channels/server/queries/videos.ts'
import { status } from '#features/channels/rules.ts'
import { linkMaxLength } from '#features/media/contract.ts'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { headersOf } from './flows.ts'
import type { Seeded } from './seed.ts'
import { median, round } from './turns.ts'

const gap = 1 << 20
const range = (count: number) => Array.from({ length: count }, (_, index) => index)
/** The character with the longest escape in a page. */
const text = (length: number) => '<'.repeat(length)
const link = (start: string) => start.padEnd(linkMaxLength, 'x')

/** Fills one channel to all limits, with texts of maximum length. @returns its id */
async function seedLargest(db: Db, { bigChannel }: Seeded): Promise<string> {
  const { user_id } = await db.selectFrom('playlist').select('user_id').where('id', '=', bigChannel).executeTakeFirstOrThrow()
  const id = newId()
  const description = text(limits.text)
  const tags = range(limits.tags).map((index) => `${index}`.padEnd(limits.tag, '<'))
  await insertPlaylists(db, [{ id, user_id, name: text(limits.name), description, tags, status_id: status.public, position: -gap }])
  const series = range(limits.series).map((at) => ({
    id: newId(),
    playlist_id: id,
    name: text(limits.title),
    description,
    position: (at + 1) * gap,
  }))
  await insertSeries(db, series)
  const title = text(limits.title)
  await insertVideos(
    db,
    range(limits.videos).map((at) => ({
      id: newId(),
      series_id: series[at % limits.series]!.id,
      title,
      description,
      src: link('https://films.example/film.mp4?'),
      kind: 'file',
      site: 'films.example',
      go_to: link('https://films.example/'),
      go_to_title: title,
      more_title: title,
      more_info_title: title,
      more_description: description,
      position: (at + 1) * gap,
    })),
  )
  await sql`analyze playlist, series, video`.execute(db)
  return id
}

/** Returns the main thread's processor time in ms since the process started. */
function threadCpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
  return (fields[11]! + fields[12]!) * 10
}

/** Measures the page of the largest channel as a guest, alternating with the home page: time of the server's thread, and bytes. */
export async function measureLargest(
  { url, pid }: { url: string; pid: number },
  db: Db,
  seeded: Seeded,
  { turns, pages }: { turns: number; pages: number },
): Promise<{ thread_ms: number; ratio_to_home: number; page_kb: number; answer_kb: number }> {
  const id = await seedLargest(db, seeded)
  const read = async (path: string) => (await (await fetch(url + path, { headers: headersOf() })).arrayBuffer()).byteLength
  const costOf = async (path: string) => {
    const before = threadCpuOf(pid)
    for (let page = 0; page < pages; page++) await read(path)
    return (threadCpuOf(pid) - before) / pages
  }
  const page = `/en/playlists?playlist=${id}`
  const bytes = await read(page)
  const answerBytes = await read(`/api/playlists/${id}`)
  await costOf(page)
  const measured: { largest: number; home: number }[] = []
  for (let turn = 0; turn < turns; turn++) measured.push({ largest: await costOf(page), home: await costOf('/en/playlists') })
  await db.deleteFrom('playlist').where('id', '=', id).execute()
  return {
    thread_ms: round(median(measured.map(({ largest }) => largest)), 1),
    ratio_to_home: round(median(measured.map(({ largest, home }) => largest / home)), 1),
    page_kb: Math.round(bytes / 1000),
    answer_kb: Math.round(answerBytes / 1000),
  }
}
