// Imports a guide of 500,000 programmes twice. Measures the time compared with parsing alone, the memory, and other users' reads during the
// import.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { SaxesParser } from 'saxes'
import { type Benchmark, describeOthers, probeOthers } from './benchmark.ts'
import { writeGuideFile } from './guide-file.ts'
import { cpuOf, largestChildOf, rssOf } from './processes.ts'
import { round } from './turns.ts'

const giveUpMs = 600_000

/** Serves the guide's file. @returns `place`: the host and port */
export async function serveGuide(folder: string) {
  const path = join(folder, 'guide.xml')
  const server = createServer((_, response) => void createReadStream(path).pipe(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { path, place, close: () => void server.close() }
}

interface Seconds {
  wall: number
  cpu: number
}

/** Returns how many seconds the parser saxes takes for the text alone. */
async function parseAlone(path: string): Promise<Seconds> {
  const startedMs = performance.now()
  const cpuBefore = process.cpuUsage()
  const parser = new SaxesParser()
  let tags = 0
  parser.on('opentag', () => tags++)
  const decoder = new TextDecoder()
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 }))
    parser.write(decoder.decode(piece as Buffer, { stream: true }))
  parser.close()
  if (!tags) throw new Error('nothing was parsed')
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wall: (performance.now() - startedMs) / 1000, cpu: (user + system) / 1e6 }
}

interface ImportFigures {
  status: string
  written: number
  unchanged: number
  is_over: boolean
}

export async function measureImport(bench: Benchmark, { path, place }: { path: string; place: string }): Promise<void> {
  const { server, database, db, size, isWanted, report } = bench
  if (!isWanted('import_guide')) return
  await writeGuideFile(path, { channels: size.guideChannels, programmes: 1000 })
  const address = `http://${place}/guide.xml`
  await sql`insert into tv_source (kind, name, url) values ('xmltv', 'Large', ${address})`.execute(db)
  const others = await probeOthers(bench, 5)
  const memory = { server: 0, child: 0 }

  async function importOnce() {
    const { rows } = await sql<{ id: string }>`with made as (
        insert into tv_import (source_id) select id from tv_source where url = ${address} returning id
      ), sent as (insert into job (name, payload, max_attempts) select 'television-import', jsonb_build_object('id', id), 1 from made)
      select id from made`.execute(db)
    const sentAtMs = performance.now()
    const cpuBefore = { server: cpuOf([server.pid]), database: cpuOf(database.pids) }
    const imported = sql<ImportFigures>`
      select status, written, unchanged, finished_at is not null as is_over from tv_import where id = ${rows[0]!.id}`
    let startedMs: number | undefined
    let done: ImportFigures | undefined
    const probing = others.during(0.5, () => done !== undefined)
    while (!done) {
      await sleep(100)
      memory.server = Math.max(memory.server, rssOf(server.pid))
      memory.child = Math.max(memory.child, largestChildOf(server.pid))
      const [now] = (await imported.execute(db)).rows
      if (now?.status !== 'waiting') startedMs ??= performance.now()
      if (now?.is_over) done = now
      if (performance.now() > sentAtMs + giveUpMs) throw new Error('the import has not ended')
    }
    const seconds = (performance.now() - startedMs!) / 1000
    const cpu = {
      server: (cpuOf([server.pid]) - cpuBefore.server) / 1000,
      database: (cpuOf(database.pids) - cpuBefore.database) / 1000,
    }
    await probing
    if (done.status !== 'done') throw new Error(`the import is ${done.status}`)
    return { ...done, seconds, cpu }
  }
  const alone = [await parseAlone(path)]
  const first = await importOnce()
  const second = await importOnce()
  alone.push(await parseAlone(path))
  const parseSeconds = (alone[0]!.wall + alone[1]!.wall) / 2
  const parseCpuSeconds = (alone[0]!.cpu + alone[1]!.cpu) / 2
  const perParse = (seconds: number) => round(seconds / parseCpuSeconds, 1)
  const guide = {
    mb: Math.round(statSync(path).size / 1e6),
    parse_seconds: round(parseSeconds, 1),
    first_seconds: round(first.seconds, 1),
    first_ratio: round(first.seconds / parseSeconds, 1),
    second_seconds: round(second.seconds, 1),
    second_ratio: round(second.seconds / parseSeconds, 1),
    parse_cpu_seconds: round(parseCpuSeconds, 1),
    // Processor time divided by `parse_cpu_seconds`. The server includes the child that parses. All include other users' reads.
    first_server_cpu_ratio: perParse(first.cpu.server),
    first_database_cpu_ratio: perParse(first.cpu.database),
    second_server_cpu_ratio: perParse(second.cpu.server),
    second_written: second.written,
    unchanged: second.unchanged,
    server_mb: memory.server,
    child_mb: memory.child,
    ...others.figures(),
  }
  report(
    'import_guide',
    guide,
    'import of a guide',
    `${guide.mb} MB in ${guide.first_seconds} s, ${guide.first_ratio} × saxes alone (at most 8); again ${guide.second_ratio} × (at most 4) and ` +
      `${guide.second_written} rows written; in processor time the first is ${guide.first_server_cpu_ratio} × saxes for the server with its child and ` +
      `${guide.first_database_cpu_ratio} × for the database, the second ${guide.second_server_cpu_ratio} ×; server ${guide.server_mb} MB, ` +
      `child ${guide.child_mb} MB; ${describeOthers(guide)}`,
  )
}
