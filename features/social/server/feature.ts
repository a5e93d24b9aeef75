import * as z from 'zod/mini'
import { defineFeature } from '#kit/server/feature.ts'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import { socialContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import type { LikedType } from '../rules.ts'
import { socialPersonalData } from './queries/personal-data.ts'
import { notifyOwners, notifyOwnersJob } from './new-followers.ts'
import { deleteOldDismissals, deleteOldSuggestions, updatePopularity } from './queries/suggestions.ts'
import { followRoutes, type FollowTools } from './routes/follows.ts'
import { favoriteRoutes, likeRoutes } from './routes/likes.ts'
import { makeSuggestionsJob, refreshSuggestions } from './suggestions.ts'

const popularityJob = defineJob('social-popularity', z.object({}), { schedule: '7 * * * *', retries: 0, timeoutSeconds: 300 })
const cleaningJob = defineJob('social-cleaning', z.object({}), { schedule: '35 3 * * *', timeoutSeconds: 600 })

/**
 * Follows, likes and views count for this many days. Their weight halves after each half-life, and is a sixteenth on the last day.
 */
const popularityWeights = { days: 28, halfLifeDays: 7, points: { follow: 4, like: 2, view: 1 } } as const
const dismissedDays = 365
/** Days without a visit after which a user's suggestions are deleted. */
const suggestionDays = 30

/** Notifies owners of followers; updates popularity hourly; cleans up nightly. */
function registerSocialJobs({ jobs, db }: { jobs: Pick<Jobs, 'work'>; db: Db }): void {
  jobs.work(notifyOwnersJob, (_, { signal }) => notifyOwners(db, signal))
  jobs.work(makeSuggestionsJob, (reader) => refreshSuggestions(db, reader))
  jobs.work(popularityJob, () => updatePopularity(db, popularityWeights))
  jobs.work(cleaningJob, async () => {
    await deleteOldDismissals(db, dismissedDays)
    await deleteOldSuggestions(db, suggestionDays)
  })
}

export const socialFeature = defineFeature({
  name: 'social',
  summary: 'Likes, follows and suggestions',
  contract: socialContract,
  routes: (tools: FollowTools & { subjects: Subjects<LikedType> }) => ({
    ...likeRoutes(tools),
    ...favoriteRoutes,
    ...followRoutes(tools),
  }),
  registerJobs: registerSocialJobs,
  personalData: socialPersonalData,
  texts: { en, nl },
})
