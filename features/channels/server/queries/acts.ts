/** Writes the entries of a team's activity log. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, executeWrite, queryIds } from '#kit/server/db/db.ts'
import { deleteInBatches } from '#kit/server/db/delete-in-batches.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import { actDays, type ActKind, type ActThing } from '../../acts.ts'

export interface NewAct {
  teamId: string
  actorId: string
  approvedBy: string | null
  kind: ActKind
  type: ActThing
  ids: readonly string[]
  /** Number of things that the user acted on. */
  count: number
  /** The channel that is, or holds, the things. */
  playlistId: string | null
  /** JSON. */
  details: string
  isUndoable: boolean
  /** The act that this act undoes. */
  undoes: string | null
}

const nameOf = (type: ActThing, id: RawBuilder<string>) => {
  if (type === 'video') return sql`(select title from video where id = ${id})`
  if (type === 'serie') return sql`(select name from series where id = ${id})`
  return type === 'playlist' ? sql`(select name from playlist where id = ${id})` : sql`null`
}
const columns = sql`team_id, actor_id, approved_by, kind, thing_type, thing_ids, thing_name, count, playlist_key, playlist_name, details, is_undoable, is_undo, undoes`

const prepareForEachType = <Args extends readonly unknown[], Row>(build: (type: ActThing, ...args: Args) => RawBuilder<Row>) => {
  const types = ['video', 'serie', 'playlist', 'member'] as const
  const statements = Object.fromEntries(types.map((type) => [type, prepare((_: Db, ...args: Args) => build(type, ...args))]))
  return (db: Db, type: ActThing, ...args: Args): Promise<Row[]> => statements[type]!(db, ...args)
}

/** SQL: the row of an act, with the names that the things have now. */
const actRow = (type: ActThing, act: Omit<NewAct, 'type'>) => sql`
  select ${act.teamId}::text, ${act.actorId}::text, ${act.approvedBy}::text, ${act.kind}::text, ${sql.lit(type)}, ${act.ids}::text[],
    ${nameOf(type, sql`(${act.ids}::text[])[1]`)}, ${act.count}::int, playlist.key, playlist.name, ${act.details}::jsonb,
    ${act.isUndoable ? sql`true` : sql`false`}, ${act.undoes}::text is not null, ${act.undoes}::text
  from (select ${act.playlistId}::text as id) of left join playlist on playlist.id = of.id`

const insertOfType = prepareForEachType(
  (type, act: Omit<NewAct, 'type'>) => sql<{ id: string }>`insert into team_act (${columns}) ${actRow(type, act)} returning id`,
)
/** @returns the id of the act */
export const insertAct = async (db: Db, { type, ...act }: NewAct): Promise<string> => (await insertOfType(db, type, act))[0]!.id

/**
 * Inserts a move. If the user's last act moved the same things within two minutes, merges both acts. If the things are then back at their
 * first places, deletes the act.
 */
const insertMoveOfType = prepareForEachType(
  (type, act: Omit<NewAct, 'type'>, placesJson: string) => sql<{ id: string }>`
    with last as (
      select act.id, coalesce((select jsonb_agg(place - 'index') from jsonb_array_elements(act.details -> 'from') place) = ${placesJson}::jsonb, false) as is_back
      from (select * from team_act where team_id = ${act.teamId} order by seq desc limit 1) act join playlist on playlist.key = act.playlist_key
      where act.actor_id = ${act.actorId} and act.kind = 'moved' and act.thing_type = ${sql.lit(type)} and act.thing_ids = ${act.ids}::text[]
        and act.made_at > now() - interval '2 minutes' and not act.is_undo and act.undone_at is null and act.approved_by is null
        and playlist.id = ${act.playlistId} and ${act.undoes}::text is null and ${act.approvedBy}::text is null),
      deleted as (delete from team_act using last where team_act.id = last.id and last.is_back),
      merged as (
        update team_act set made_at = now(), details = team_act.details || jsonb_build_object('to', ${act.details}::jsonb -> 'to')
        from last where team_act.id = last.id and not last.is_back)
    insert into team_act (${columns}) select * from (${actRow(type, act)}) act where not exists (select from last) returning id`,
)
export const insertMove = async (db: Db, { type, ...act }: NewAct, placesJson: object): Promise<void> => {
  await insertMoveOfType(db, type, act, JSON.stringify(placesJson))
}

/** Records a rename, unless the name stays the same. Callers rename the thing afterwards, because this reads its former name. */
const insertRenameOfType = prepareForEachType(
  (type, act: Omit<NewAct, 'type'>, name: string) => sql<{ id: string }>`
    insert into team_act (${columns})
    select team_id, actor_id, approved_by, kind, thing_type, thing_ids, thing_name, count, playlist_key, playlist_name,
      details || jsonb_build_object('before', thing_name, 'name', ${name}::text), is_undoable, is_undo, undoes
    from (${actRow(type, act)}) act (${columns}) where thing_name <> ${name} returning id`,
)
export const insertRename = async (db: Db, { type, ...act }: NewAct, name: string): Promise<void> => {
  await insertRenameOfType(db, type, act, name)
}

export const listVideoIds = (db: Db, seriesId: string): Promise<string[]> =>
  queryIds(db, sql`select id from video where series_id = ${seriesId} order by position`)

/** @returns false if the act was already undone */
export const markActUndone = (db: Db, id: string): Promise<boolean> =>
  executeWrite(db, sql`update team_act set undone_at = now() where id = ${id} and undone_at is null`)
/** Marks an act as not undone, because its undo was undone. */
export const markActNotUndone = async (db: Db, id: string): Promise<void> => {
  await sql`update team_act set undone_at = null where id = ${id}`.execute(db)
}

/** Deletes acts that are no longer listed. */
export const deleteOldActs = (db: Db): Promise<void> =>
  deleteInBatches(db, 'team_act', sql`made_at < now() - make_interval(days => ${sql.lit(actDays)})`)
