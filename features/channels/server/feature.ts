import { defineFeature } from '#kit/server/feature.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import type { FindSubject, FoundSubject } from '#kit/server/subjects.ts'
import { channelsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { type Restriction, statuses } from '../rules.ts'
import { restrictionError } from './access.ts'
import type { DraftTools } from './drafts.ts'
import { registerChannelsJobs } from './jobs.ts'
import { findGroupAccess } from './queries/groups.ts'
import { channelsPersonalData } from './queries/personal-data.ts'
import { channelsPictures } from './queries/picture-uses.ts'
import { channelsRestrictions } from './queries/restrictions.ts'
import { findPlaylistAccess } from './queries/playlists.ts'
import { findSeriesAccess } from './queries/series.ts'
import { findVideoAccess } from './queries/videos.ts'
import { clickRoutes } from './routes/clicks.ts'
import { type CopyTools, copyRoutes } from './routes/copies.ts'
import { groupRoutes } from './routes/groups.ts'
import { type PlaylistTools, playlistRoutes } from './routes/playlists.ts'
import { relatedRoutes } from './routes/related.ts'
import { seriesRoutes } from './routes/series.ts'
import { videoRoutes } from './routes/videos.ts'

const routes = (tools: DraftTools & CopyTools & PlaylistTools): Handlers<typeof channelsContract> => ({
  listStatuses: () => Promise.resolve([...statuses]),
  ...playlistRoutes(tools),
  ...groupRoutes(tools.media),
  ...seriesRoutes(tools),
  ...videoRoutes(tools),
  ...relatedRoutes(tools.media),
  ...clickRoutes(tools.limits),
  ...copyRoutes(tools),
})

interface Access {
  is_public?: boolean
  key: string | number
  may_edit: boolean
  restriction: Restriction | null
}
const toFoundSubject = (access: Access | undefined): FoundSubject | undefined =>
  access && {
    key: access.key,
    mayEdit: access.may_edit,
    isPublic: access.is_public ?? false,
    refusal: access.restriction && restrictionError(access.restriction),
    isShown: access.restriction === 'tier_required',
  }

/** Things that other features refer to by type and id. */
const subjects = {
  playlist: async (select, id) => toFoundSubject((await select(findPlaylistAccess, id))[0]),
  serie: async (select, id, within) => toFoundSubject((await select(findSeriesAccess, id, within))[0]),
  video: async (select, id, within) => toFoundSubject((await select(findVideoAccess, id, within))[0]),
  group: async (select, id) => toFoundSubject((await select(findGroupAccess, id))[0]),
} satisfies Record<string, FindSubject>

export const channelsFeature = defineFeature({
  name: 'channels',
  summary: 'Channels with their series and videos, and their order',
  contract: channelsContract,
  routes,
  registerJobs: registerChannelsJobs,
  subjects,
  restrictions: channelsRestrictions,
  pictures: channelsPictures,
  personalData: channelsPersonalData,
  texts: { en, nl },
})
