import type { FindSubject, FoundSubject } from '#kit/server/subjects.ts'
import type { Restriction } from '../rules.ts'
import { refusalOf } from './access.ts'
import { findGroupAccess } from './queries/groups.ts'
import { findPlaylistAccess } from './queries/playlists.ts'
import { findSeriesAccess } from './queries/series.ts'
import { findVideoAccess } from './queries/videos.ts'

interface Access {
  is_public?: boolean
  key: string | number
  may_edit: boolean
  restriction: Restriction | null
}
const found = (access: Access | undefined): FoundSubject | undefined =>
  access && {
    key: access.key,
    mayEdit: access.may_edit,
    isPublic: access.is_public ?? false,
    refusal: access.restriction && refusalOf(access.restriction),
  }

/** What of this feature is named by type and id. */
export const curationSubjects = {
  playlist: async (ask, id) => found((await ask(findPlaylistAccess, id))[0]),
  serie: async (ask, id, within) => found((await ask(findSeriesAccess, id, within))[0]),
  video: async (ask, id, within) => found((await ask(findVideoAccess, id, within))[0]),
  group: async (ask, id) => found((await ask(findGroupAccess, id))[0]),
} satisfies Record<string, FindSubject>
