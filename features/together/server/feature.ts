import * as z from 'zod/mini'
import { defineFeature } from '#kit/server/feature.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import { findEditablePlaylist } from '#features/channels/server/access.ts'
import { listReceivers } from '#features/channels/server/queries/moves.ts'
import { presenceTimes, type PresenceEvent, togetherContract } from '../contract.ts'
import { serveOpenPages } from './open-pages.ts'
import { deleteOldPresence, findNickname, extendUnchangedPresence, touchPresence } from './queries/presence.ts'

const cleaningJob = defineJob('together-cleaning', z.object({}), { schedule: '50 * * * *' })

/** Sends an event if a member arrives or drags another item. Pages count the seconds until members become absent. */
async function announcePresence(db: Db, userId: string, playlistId: string, dragging: string | null): Promise<void> {
  const nickname = (await findNickname(db, userId))?.nickname ?? null
  const data: PresenceEvent = { playlist_id: playlistId, user_id: userId, nickname, dragging, seconds: presenceTimes.seconds }
  const receivers = await listReceivers(db, playlistId, userId)
  const events = receivers.flatMap(({ to, team_id: scope }) =>
    to === userId || scope === null ? [] : { to, name: 'presence' as const, data: { presence: data }, scope },
  )
  await insertLiveEvents(db, events)
}

const routes = (): Handlers<typeof togetherContract> => ({
  async notePresence({ body: { playlist_id: id, dragging } }, { db, select, reader: { user } }) {
    const note = [id, user.id, dragging !== undefined, dragging ?? null] as const
    // Extends the presence first, because most calls need no more.
    const extended = await extendUnchangedPresence(db, ...note)
    if (extended) return extended
    await findEditablePlaylist(select, id, 'suggesters')
    const previousPage = await touchPresence(db, ...note)
    if (!previousPage) return { people: [] }
    const now = dragging === undefined ? previousPage.dragged : dragging
    if (!previousPage.was_present || now !== previousPage.dragged) await announcePresence(db, user.id, id, now)
    return (await extendUnchangedPresence(db, ...note)) ?? { people: [] }
  },
})

export const togetherFeature = defineFeature({
  name: 'together',
  summary: 'Members of a team who edit a channel together',
  contract: togetherContract,
  routes,
  serve: serveOpenPages,
  registerJobs: ({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }) => jobs.work(cleaningJob, () => deleteOldPresence(db)),
})
