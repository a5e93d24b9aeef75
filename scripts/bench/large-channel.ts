import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { limits } from '#features/channels/limits.ts'
import { linkMaxLength } from '#features/media/contract.ts'
import type { Db } from '#kit/server/db/db.ts'
import { headersOf } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { addChannel, range } from './seed.ts'
import { median, round } from './turns.ts'

const positionGap = 1 << 20
/** Repeats `<`, which has the longest escape of all characters in a page. */
const text = (length: number) => '<'.repeat(length)
const link = (start: string) => start.padEnd(linkMaxLength, 'x')

/** Fills a channel up to all limits, with texts of maximum length. @returns the channel's id */
async function seedLargest(db: Db, bigChannel: string): Promise<string> {
  const { user_id } = await db.selectFrom('playlist').select('user_id').where('id', '=', bigChannel).executeTakeFirstOrThrow()
  const [title, description] = [text(limits.title), text(limits.text)]
  const tags = range(limits.tags).map((index) => `${index}`.padEnd(limits.tag, '<'))
  const video = {
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
  }
  const { id } = await addChannel(
    db,
    { user_id, name: text(limits.name), description, tags, position: -positionGap },
    { series: limits.series, videos: limits.videos, name: title, description },
    () => video,
  )
  await sql`analyze playlist, series, video`.execute(db)
  return id
}

/** Returns the main thread's processor time in ms since the process started. */
function threadCpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
  return (fields[11]! + fields[12]!) * 10
}

/** Measures a guest's page of the largest channel, alternating with the home page: the thread time of the server, and the bytes. */
export async function measureLargest({ server: { url, pid }, db, seeded, size, isWanted, report }: Benchmark): Promise<void> {
  if (!isWanted('page_largest')) return
  const id = await seedLargest(db, seeded.bigChannel)
  const read = async (path: string) => (await (await fetch(url + path, { headers: headersOf() })).arrayBuffer()).byteLength
  const costOf = async (path: string) => {
    const before = threadCpuOf(pid)
    for (let page = 0; page < size.largePages; page++) await read(path)
    return (threadCpuOf(pid) - before) / size.largePages
  }
  const page = `/en/playlists?playlist=${id}`
  const page_kb = Math.round((await read(page)) / 1000)
  const answer_kb = Math.round((await read(`/api/playlists/${id}`)) / 1000)
  await costOf(page)
  const measured: { largest: number; home: number }[] = []
  for (let turn = 0; turn < size.turns; turn++) measured.push({ largest: await costOf(page), home: await costOf('/en/playlists') })
  await db.deleteFrom('playlist').where('id', '=', id).execute()
  const thread_ms = round(median(measured.map(({ largest }) => largest)), 1)
  const ratio_to_home = round(median(measured.map(({ largest, home }) => largest / home)), 1)
  const text = `its page ${thread_ms} ms of the server's thread, ${ratio_to_home} × the home's page, ${page_kb} kB; its own answer ${answer_kb} kB`
  report('page_largest', { thread_ms, ratio_to_home, page_kb, answer_kb }, 'largest channel', text)
}
