/** Moves channels between users and teams. A moved channel keeps its id, content, followers and statistics. */
import { mergeTopics } from '#kit/contract/topics.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import { insertPlaceholderAccount, placeholderAccountId } from '#features/accounts/server/queries/deletion.ts'
import { channelsErrors } from '../contract.ts'
import { limits } from '../limits.ts'
import { lostChannelsTopic } from '../rules.ts'
import { type Actor, recordTeamAct } from './acts/record.ts'
import { barLock, type Container } from './containers.ts'
import { type LockedTransaction, moveThings, withContainerLocks } from './move.ts'
import { containerOf } from './container-of.ts'
import { insertLoss, type LossReason } from './queries/losses.ts'
import { countWithinLock, findPositions, lockRows, writePlaces } from './queries/places.ts'
import { findPlaylistsForUpdate } from './queries/playlist-writes.ts'
import { listChannelIds, listReturnedChannels, listTeamMembers, lockOrphan, type ReturningChannel } from './queries/team-channels.ts'

type Channel = Awaited<ReturnType<typeof findPlaylistsForUpdate>>[number]

/** Reads channels under the lock of their owner's bar, in the given order. */
async function readInOrder(db: Db, ids: readonly string[]): Promise<Channel[]> {
  const results = new Map((await findPlaylistsForUpdate(db, ids)).map((channel) => [channel.id, channel]))
  return ids.flatMap((id) => results.get(id) ?? [])
}

const inSections = (channels: readonly Channel[], ownerOf: (channel: Channel) => string) => {
  const parts = new Map<string, { to: Container; ownerId: string; channels: Channel[] }>()
  for (const channel of channels) {
    const ownerId = ownerOf(channel)
    const to = containerOf({ ...channel, owner_id: ownerId, group_id: null })!
    const part = parts.get(JSON.stringify(to)) ?? { to, ownerId, channels: [] }
    parts.set(JSON.stringify(to), part)
    part.channels.push(channel)
  }
  return [...parts.values()]
}

/**
 * Moves channels of a user to a team, each to the end of its section. Channels that the team already has stay in place. Both bars are
 * locked.
 * @throws 403, 422 on `playlists`
 */
export async function addChannelsToTeam(
  locked: LockedTransaction,
  { userId, teamId, ids }: { userId: string; teamId: string; ids: readonly string[] },
): Promise<void> {
  const { db } = locked
  const inOrder = await readInOrder(db, ids)
  const moving = inOrder.filter(({ owner_id: ownerId }) => ownerId !== teamId)
  if (inOrder.length < ids.length || moving.some(({ owner_id: ownerId }) => ownerId !== userId))
    fail(channelsErrors.not_one_owner, { field: 'playlists' })
  if (moving.some(({ kind }) => kind !== 'channel')) fail(channelsErrors.special_channel, { field: 'playlists' })
  if ((await countWithinLock(db, 'playlist', teamId)) + moving.length > limits.playlists)
    fail(channelsErrors.playlist_limit, { field: 'playlists', values: { count: limits.playlists } })
  const byId = new Map(moving.map((channel) => [channel.id, channel]))
  for (const { to, channels } of inSections(moving, () => teamId))
    await moveThings(locked, {
      ids: channels.map(({ id }) => id),
      from: (id) => containerOf(byId.get(id)!)!,
      to,
      columns: { team_id: teamId },
    })
  const movedIds = moving.map(({ id }) => id)
  if (movedIds.length)
    await recordTeamAct(locked, teamId, { id: userId }, { kind: 'given', type: 'playlist', ids: movedIds, playlistId: movedIds[0]! })
}

/** Maximum attempts to lock. An attempt fails if the users who get channels back change before the locks are held. */
const maxAttempts = 3

/**
 * Runs `change` with the locks of a team and of the users who added its channels.
 * @param ids only these channels; undefined: all channels of the team
 * @throws 404 if the team or channel is gone
 */
export async function withReturnLocks<T>(
  db: Db,
  teamId: string,
  ids: readonly string[] | undefined,
  change: (locked: LockedTransaction, returning: readonly ReturningChannel[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const recipients = new Set((await listReturnedChannels(db, teamId, ids)).map((channel) => channel.recipient_id))
    if (recipients.has(placeholderAccountId)) await insertPlaceholderAccount(db)
    const result = await withContainerLocks(db, [teamId, ...recipients].map(barLock), async (locked) => {
      const returning = await listReturnedChannels(locked.db, teamId, ids)
      if (!returning.every(({ recipient_id: recipient }) => recipients.has(recipient))) return undefined
      return { value: await change(locked, returning) }
    })
    if (result) return result.value
  }
  return fail(commonErrors.unavailable, { retryAfter: 1 })
}

/** Moves each channel to the end of its section in the bar of its recipient: a user, or the team `teamRecipient`. */
async function moveToBars(
  db: Db,
  ids: readonly string[],
  recipientOf: (id: string) => string,
  teamRecipient?: TeamRecipient,
): Promise<void> {
  for (const { to, ownerId, channels } of inSections(await readInOrder(db, ids), ({ id }) => recipientOf(id))) {
    const positions = await findPositions(db, to, { count: channels.length })
    const items = channels.map(({ id }, index) => ({ id, position: positions[index]! }))
    const owner = teamRecipient
      ? { team_id: ownerId, user_id: teamRecipient.successorId, is_bringer_gone: true }
      : { team_id: null, user_id: ownerId, is_bringer_gone: false }
    await writePlaces(db, to, items, { ...to.placeValues, ...owner })
  }
}

/**
 * Returns channels to the users who added them to the team, each to the end of its section. Exceeds the limit of a bar if needed, because a
 * team must always be able to return channels. Channels of deleted users move to the placeholder account, which hides them.
 */
export async function returnChannels(
  { db }: LockedTransaction,
  teamId: string,
  returning: readonly ReturningChannel[],
  loss: { reason: LossReason; byId: string | null },
): Promise<void> {
  const recipients = new Map(returning.map(({ id, recipient_id: recipient }) => [id, recipient]))
  await insertLoss(db, { ...loss, teamId, channelIds: [...recipients.keys()] })
  await moveToBars(db, [...recipients.keys()], (id) => recipients.get(id)!)
  const topics = mergeTopics([
    ...[...recipients.keys()].map((id) => `playlist:${id}`),
    `team:${teamId}`,
    `activity:${teamId}`,
    'teams',
    'my-playlists',
    lostChannelsTopic,
  ])
  const to = new Set([...(await listTeamMembers(db, teamId)), ...recipients.values()])
  await insertLiveEvents(
    db,
    [...to].map((id) => ({ to: id, name: 'changed', data: { topics, by: null } })),
  )
}

/** Returns a team's channel to the user who added it. @throws 404 */
export const returnChannel = (db: Db, teamId: string, id: string, actor: Actor): Promise<void> =>
  withReturnLocks(db, teamId, [id], async (locked, returning) => {
    if (!returning.length) fail(commonErrors.not_found)
    await recordTeamAct(locked, teamId, actor, { kind: 'given_back', type: 'playlist', ids: [id], playlistId: id, isUndoable: false })
    await returnChannels(locked, teamId, returning, { reason: 'given_back', byId: actor.id })
  })

/** A team that receives channels. No member added these channels, so the team keeps them when a member leaves. */
interface TeamRecipient {
  teamId: string
  successorId: string
}

/**
 * Moves the channels of a team without members, or of the placeholder account, to a user or team. Exceeds the limit of the bar if needed.
 * Call in a transaction.
 * @returns their number
 */
export async function handChannelsOver(
  tx: Db,
  ownerId: string,
  recipient: { userId: string } | TeamRecipient,
): Promise<number | 'missing' | 'has members'> {
  const teamRecipient = 'teamId' in recipient ? recipient : undefined
  const recipientId = 'teamId' in recipient ? recipient.teamId : recipient.userId
  await lockRows(tx, [barLock(recipientId).lock])
  const orphan = ownerId === placeholderAccountId ? { has_members: false } : await lockOrphan(tx, ownerId)
  if (!orphan) return 'missing'
  if (orphan.has_members) return 'has members'
  const ids = await listChannelIds(tx, ownerId)
  await moveToBars(tx, ids, () => recipientId, teamRecipient)
  const topics = mergeTopics([
    ...ids.map((id) => `playlist:${id}`),
    ...(teamRecipient ? [`team:${recipientId}`, 'teams'] : []),
    'my-playlists',
  ])
  const people = teamRecipient ? await listTeamMembers(tx, recipientId) : [recipientId]
  await insertLiveEvents(
    tx,
    people.map((to) => ({ to, name: 'changed', data: { topics, by: null } })),
  )
  return ids.length
}
