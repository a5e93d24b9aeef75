/** Keeps each user's suggestions up to date. */
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import { type Reader, readerForUser } from '#kit/server/reader.ts'
import { hasFreshSuggestions, saveSuggestions } from './queries/suggestions.ts'

/** The user, with the adult setting at the time of the visit. */
const SuggestionJob = z.object({ user_id: z.string(), sees_adult: z.boolean() })
export type SuggestionReader = z.output<typeof SuggestionJob>

export const makeSuggestionsJob = defineJob('social-suggestions', SuggestionJob, { retries: 0 })

/** Age in seconds after which a list is computed again. */
export const maxListSeconds = 3600
/** Channels per list. */
const maxListed = 40

/** Returns a reader without a country, because countries are applied when the list is read. */
const readerOf = ({ user_id: id, sees_adult: seesAdult }: SuggestionReader): Reader => readerForUser(id, { seesAdult })

export async function updateSuggestions(db: Db, reader: SuggestionReader): Promise<void> {
  await saveSuggestions(db, readerOf(reader), maxListed)
}

/** Computes suggestions after the response, unless another job has computed them since. Makes the user's pages read the list again. */
export async function refreshSuggestions(db: Db, reader: SuggestionReader): Promise<void> {
  if (await hasFreshSuggestions(db, readerOf(reader), maxListSeconds)) return
  await updateSuggestions(db, reader)
  await insertLiveEvents(db, [{ to: reader.user_id, name: 'changed', data: { topics: ['following'], by: null } }])
}
