/** Channels of a team that members lost, with the reason; videos and series that other members deleted. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { deleteInBatches } from '#kit/server/db/delete-in-batches.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { mayEdit } from './may-edit.ts'

export type LossReason = 'removed' | 'deleted' | 'given_back'

interface NewLoss {
  teamId: string
  reason: LossReason
  /** The user who caused the loss. This user loses nothing. Null: unknown. */
  byId: string | null
  /** The channels; undefined: all channels of the team. */
  channelIds?: readonly string[] | undefined
  /** The member; undefined: all members of the team. */
  userId?: string | undefined
}
/** Records a loss, before the members and channels leave the team. */
export const insertLoss = async (db: Db, { teamId, reason, byId, channelIds, userId }: NewLoss): Promise<void> => {
  const channels = channelIds ? sql`id = any(${[...channelIds]}::text[])` : sql`true`
  const member = userId === undefined ? sql`user_id is distinct from ${byId}` : sql`user_id = ${userId}`
  await sql`
    with loss as (
      insert into team_loss (reason, team_name, by_id, channel_keys)
      select ${reason}, name, ${byId}, array(select key from playlist where team_id = ${teamId} and ${channels}) from team where id = ${teamId}
      returning key)
    insert into team_loss_member (user_id, loss_key) select user_id, loss.key from team_member cross join loss
    where team_id = ${teamId} and ${member}`.execute(db)
}

/**
 * Finds why the reader can no longer edit a channel, given ids of channels, or of series or videos in them. Returns no row for editors, and
 * for readers who lost nothing.
 */
export const findLoss = prepare(
  (_, reader: Reader, ids: readonly string[]) => sql<{ reason: LossReason; team: string; person: string | null }>`
    select loss.reason, loss.team_name as team, account.nickname as person
    from team_loss_member member join team_loss loss on loss.key = member.loss_key left join account on account.id = loss.by_id
      join playlist on playlist.key = any(loss.channel_keys)
    where member.user_id = ${reader.user?.id ?? ''} and not ${mayEdit(reader)}
      and (playlist.id = any(${ids}::text[]) or exists (
        select from series where series.playlist_id = playlist.id and (series.id = any(${ids}::text[]) or exists (
          select from video where video.series_id = series.id and video.id = any(${ids}::text[])))))
    order by loss.key desc limit 1`,
)

/**
 * Finds a series or video among these ids that was deleted from a channel of the reader's team, and the member who deleted it. Covers the
 * time in which the deletion can be undone.
 */
export const findRemoval = prepare(
  (_, reader: Reader, ids: readonly string[]) => sql<{ thing: string; person: string | null }>`
    select coalesce(
        (select kept -> 'row' ->> 'title' from removed_thing cross join jsonb_array_elements(videos) kept
          where act_id = act.id and kept -> 'row' ->> 'id' = any(${ids}::text[]) limit 1),
        act.thing_name) as thing,
      case when act.actor_id <> member.user_id then account.nickname end as person
    from team_member member join team_act act on act.team_id = member.team_id left join account on account.id = act.actor_id
    where member.user_id = ${reader.user?.id ?? ''}
      and act.kind = 'removed' and act.undone_at is null and act.thing_ids && ${ids}::text[]
    order by act.seq desc limit 1`,
)

export const deleteOldLosses = (db: Db): Promise<void> => deleteInBatches(db, 'team_loss', sql`lost_at < now() - interval '14 days'`)
