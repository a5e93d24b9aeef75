/** Maintains each user's suggestions. */
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import { type Reader, readerForUser } from '#kit/server/reader.ts'
import { saveSuggestions } from './queries/suggestions.ts'

/** The user, as of their visit. */
const SuggestionJob = z.object({ user_id: z.string(), sees_adult: z.boolean() })
export type SuggestionReader = z.output<typeof SuggestionJob>

export const makeSuggestions = defineJob('social-suggestions', SuggestionJob, { retries: 0 })

/** Maximum age of a list in seconds. */
export const maxListSeconds = 3600
/** Channels per list. */
const maxSuggestions = 40

/** Country restrictions apply when the list is read. */
const readerOf = ({ user_id: id, sees_adult: seesAdult }: SuggestionReader): Reader => readerForUser(id, { seesAdult })

export async function updateSuggestions(db: Db, reader: SuggestionReader): Promise<void> {
  await saveSuggestions(db, readerOf(reader), maxSuggestions)
}

/** Updates suggestions after the response, and makes pages that show them fetch the list again. */
export async function refreshSuggestions(db: Db, reader: SuggestionReader): Promise<void> {
  await updateSuggestions(db, reader)
  await insertLiveEvents(db, [{ to: reader.user_id, name: 'changed', data: { topics: ['following'], by: null } }])
}
