/** Sources and their imports. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { isJobOpen } from '#kit/server/jobs/job-store.ts'
import type { CacheValidators } from '#kit/server/http/cache-validators.ts'
import { maxProblems, type SourceKind } from '../../rules.ts'
import type { Import, Source } from '../../operator.ts'
import type { ImportProblem } from '../problems.ts'
import { removeUnstorable } from '../xmltv-programme.ts'

/** Seconds without a heartbeat after which the process of an import counts as ended. */
const silentSeconds = 180

/** Returns the source with this URL, or this file name; creates it if missing. */
export async function findOrCreateSource(
  db: Db,
  { kind, url, name }: { kind: SourceKind; url: string | null; name: string },
): Promise<string> {
  const byAddress = url === null ? sql`(kind, name) where url is null` : sql`(kind, url) where url is not null`
  const { rows } = await sql<{ id: string }>`
    insert into tv_source (kind, name, url) values (${kind}, ${name}, ${url})
    on conflict ${byAddress} do update set kind = excluded.kind
    returning id`.execute(db)
  return rows[0]!.id
}

export async function addImport(db: Db, sourceId: string): Promise<string> {
  const { id } = await db.insertInto('tv_import').values({ source_id: sourceId }).returning('id').executeTakeFirstOrThrow()
  return id
}

export interface ImportToRun {
  id: string
  source_id: string
  kind: SourceKind
  url: string | null
  name: string
  /** Validators of the last import; null if the whole source has to be read again. */
  etag: string | null
  last_modified: string | null
}

/** Hours after which the whole source is read again, even if the host reports no change. By then, the imported period includes new days. */
const sameHours = 24

/** Starts or restarts an import; undefined if it is over or missing. */
export async function beginImport(db: Db, id: string): Promise<ImportToRun | undefined> {
  const { rows } = await sql<ImportToRun>`
    update tv_import set status = 'running', seen_at = now(), read = 0, written = 0, unchanged = 0, skipped = 0, removed = 0, problems = '[]'
    from tv_source where tv_import.id = ${id} and tv_source.id = tv_import.source_id and finished_at is null
    returning tv_import.id, source_id, tv_source.kind, tv_source.url, tv_source.name,
      case when imported_at > now() - make_interval(hours => ${sameHours}) then etag end as etag,
      case when imported_at > now() - make_interval(hours => ${sameHours}) then last_modified end as last_modified`.execute(db)
  return rows[0]
}

/** Writes the progress, which keeps the import alive. @returns false if the import is no longer running, for example if it was cancelled */
export async function saveImportProgress(db: Db, id: string, read: number, problems: readonly ImportProblem[]): Promise<boolean> {
  const { rows } = await sql`
    update tv_import set read = ${read}, seen_at = now()${
      problems.length ? sql`, problems = ${limitProblems(problems)}` : sql``
    } where id = ${id} and status = 'running' returning id`.execute(db)
  return rows.length > 0
}

const maxDetailLength = 200

/** Replaces lone surrogates, which `jsonb` refuses: a cut text may end within a surrogate pair. */
const storedProblems = (problems: readonly ImportProblem[]) =>
  JSON.stringify(problems.map(({ line, code, detail }) => ({ line, code, detail: removeUnstorable(detail.slice(0, maxDetailLength)) })))

const limitProblems = (problems: readonly ImportProblem[]) => sql`(
  select coalesce(jsonb_agg(problem order by place), '[]')
  from jsonb_array_elements(problems || ${storedProblems(problems)}::jsonb) with ordinality as all_of_them (problem, place)
  where place <= ${maxProblems})`

export type ImportCounts = Pick<Import, 'read' | 'written' | 'unchanged' | 'skipped' | 'removed'>

export async function finishImport(
  db: Db,
  { id, source_id }: Pick<ImportToRun, 'id' | 'source_id'>,
  counts: ImportCounts,
  { etag = null, lastModified = null }: CacheValidators = {},
): Promise<void> {
  await db
    .updateTable('tv_import')
    // Uses the clock, because the transaction may have begun minutes ago.
    .set({ ...counts, status: 'done', finished_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('tv_source')
    .set({ imported_at: sql<Date>`now()`, failures: 0, etag, last_modified: lastModified })
    .where('id', '=', source_id)
    .execute()
}

/** Finishes an import whose source hasn't changed since the last import. */
export async function finishUnchangedImport(db: Db, { id, source_id }: Pick<ImportToRun, 'id' | 'source_id'>): Promise<void> {
  await sql`
    with finished as (
      update tv_import set status = 'done', is_same = true, finished_at = now() where id = ${id} and status = 'running' returning id
    )
    update tv_source set failures = 0 from finished where tv_source.id = ${source_id}`.execute(db)
}

/** @returns false if the import was already over */
export async function cancelImport(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update tv_import set status = 'failed', failure = 'cancelled', finished_at = now()
    where id = ${id} and finished_at is null returning id`.execute(db)
  return rows.length > 0
}

/** Keeps an import alive. @returns false if the import is no longer running, for example if it was cancelled */
export async function keepImportAlive(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`update tv_import set seen_at = now() where id = ${id} and status = 'running' returning id`.execute(db)
  return rows.length > 0
}

/** Marks an import as failed, unless it is already over. @param failure a key of the texts under `failure` in the locale files */
export async function failImport(db: Db, id: string, failure: string): Promise<void> {
  await sql`
    with failed as (
      update tv_import set status = 'failed', failure = ${failure}, finished_at = now()
      where id = ${id} and finished_at is null returning source_id
    )
    update tv_source set failures = least(failures + 1, 1000) from failed where tv_source.id = failed.source_id`.execute(db)
}

export const saveGuides = (db: Db, sourceId: string, guides: readonly string[]) =>
  db
    .updateTable('tv_source')
    .set({ guides: [...guides] })
    .where('id', '=', sourceId)
    .where(sql<boolean>`guides is distinct from ${[...guides]}::text[]`)
    .execute()

/** Lists sources that are due: with a URL, not switched off, not recently imported, and without a waiting or running import. */
export async function listDueSources(db: Db, minHoursSinceCheck: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tv_source where url is not null and not is_off
      and coalesce(imported_at, '-infinity') < now() - make_interval(hours => ${minHoursSinceCheck})
      and not exists (select from tv_import where source_id = tv_source.id and finished_at is null)
    order by kind, id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Fails imports that would keep their source from being imported again. These are running imports without heartbeats, whose process has
 * ended, and waiting imports whose job was cancelled.
 * @param jobName the kind of jobs that run imports
 * @returns their number
 */
export async function failLostImports(db: Db, jobName: string): Promise<number> {
  const { rows } = await sql`
    with failed as (
      update tv_import set status = 'failed', failure = 'interrupted', finished_at = now()
      where (status = 'running' and seen_at < now() - make_interval(secs => ${silentSeconds}))
        or (status = 'waiting' and created_at < now() - make_interval(secs => ${silentSeconds}) and not ${isJobOpen(jobName, 'tv_import.id')})
      returning source_id
    ), counted as (
      update tv_source set failures = least(failures + 1, 1000) from failed where tv_source.id = failed.source_id
    )
    select from failed`.execute(db)
  return rows.length
}

/** Returns the ids of the given imports that are waiting or running. */
export async function listOpenImports(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tv_import where id = any(${[...ids]}::text[]) and finished_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes the staged rows of an import, or of all imports that are over. */
export async function clearStages(db: Db, importId?: string): Promise<void> {
  const isFinished =
    importId === undefined ? sql`import_id not in (select id from tv_import where finished_at is null)` : sql`import_id = ${importId}`
  await sql`delete from tv_list_stage where ${isFinished}`.execute(db)
}

export const deleteOldImports = (db: Db) =>
  db
    .deleteFrom('tv_import')
    .where('finished_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute()

const columns = sql`tv_import.id, source_id, tv_source.kind, tv_source.name, status, read, written, unchanged, skipped, removed, is_same, failure,
  ${isoTime(sql.ref('tv_import.created_at'))} as created_at, ${isoTime(sql.ref('finished_at'))} as finished_at`

export interface ImportPosition {
  time: string
  id: string
}

export async function listImports(
  db: Db,
  { sourceId, after, limit }: { sourceId: string | undefined; after: ImportPosition | undefined; limit: number },
): Promise<Import[]> {
  const { rows } = await sql<Import>`
    select ${columns} from tv_import join tv_source on tv_source.id = source_id
    where ${sourceId === undefined ? sql`true` : sql`source_id = ${sourceId}`}
      ${after === undefined ? sql`` : sql`and (tv_import.created_at, tv_import.id) < (${after.time}::timestamptz, ${after.id})`}
    order by tv_import.created_at desc, tv_import.id desc limit ${limit}`.execute(db)
  return rows
}

/** Returns an import with its problems in the order of the file; problems of the whole file come first. */
export async function findImport(db: Db, id: string): Promise<(Import & { problems: ImportProblem[] }) | undefined> {
  const { rows } = await sql<Import & { problems: ImportProblem[] }>`
    select ${columns}, problems from tv_import join tv_source on tv_source.id = source_id where tv_import.id = ${id}`.execute(db)
  const [result] = rows
  return result && { ...result, problems: result.problems.toSorted((a, b) => a.line - b.line) }
}

/** A source, without the time of its next import, which is computed when it is read. */
export type SourceRow = Omit<Source, 'next_at'>

async function findSources(db: Db, condition: RawBuilder<unknown>): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select id, kind, name, url, is_off, is_relayed, guides, failures, ${isoTime(sql.ref('imported_at'))} as imported_at,
      case kind
        when 'm3u' then (select count(*) from tv_channel where source_id = tv_source.id and gone_at is null)
        else (select count(*) from tv_channel join guide_channel on guide_channel.id = guide_channel_id
          where guide_channel.source_id = tv_source.id)
      end as channels,
      (select row_to_json(latest) from (
        select ${columns} from tv_import where source_id = tv_source.id order by tv_import.created_at desc, tv_import.id desc limit 1) as latest
      ) as last_import
    from tv_source where ${condition} order by kind, created_at, id`.execute(db)
  return rows
}
export const listSources = (db: Db) => findSources(db, sql`true`)
export const findSource = async (db: Db, id: string): Promise<SourceRow | undefined> => (await findSources(db, sql`id = ${id}`))[0]

export const updateSource = (db: Db, id: string, changes: { name?: string; is_off?: boolean; is_relayed?: boolean }) =>
  db.updateTable('tv_source').set(changes).where('id', '=', id).execute()

/** Cancels waiting and running imports. A running import locks its source until it ends. */
export async function cancelImports(db: Db, sourceId: string): Promise<void> {
  await sql`
    update tv_import set status = 'failed', failure = 'cancelled', finished_at = now()
    where source_id = ${sourceId} and finished_at is null`.execute(db)
}
export async function deleteSource(db: Db, id: string): Promise<void> {
  await db.deleteFrom('tv_source').where('id', '=', id).execute()
}

/** Counts sources that aren't switched off and whose last two imports failed, for operators. */
export async function countFailingSources(db: Db): Promise<number> {
  const { rows } = await sql<{ failing: number }>`select count(*) as failing from tv_source where failures >= 2 and not is_off`.execute(db)
  return rows[0]!.failing
}
