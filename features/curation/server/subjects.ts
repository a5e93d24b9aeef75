import type { FindSubject, FoundSubject } from '#kit/server/subjects.ts'
import { curationErrors } from '../contract.ts'
import type { Restriction } from '../rules.ts'
import { findGroupAccess } from './queries/groups.ts'
import { findPlaylistAccess } from './queries/playlists.ts'
import { findSeriesAccess } from './queries/series.ts'
import { findVideoAccess } from './queries/videos.ts'

interface Access {
  key: string | number
  may_edit: boolean
  restriction: Restriction | null
}
const found = (access: Access | undefined): FoundSubject | undefined =>
  access && { key: access.key, mayEdit: access.may_edit, refusal: access.restriction && curationErrors[access.restriction] }

/** What of this feature is named by type and id. */
export const curationSubjects = {
  playlist: async (db, reader, id) => found(await findPlaylistAccess(db, reader, id)),
  serie: async (db, reader, id, within) => found(await findSeriesAccess(db, reader, id, within)),
  video: async (db, reader, id, within) => found(await findVideoAccess(db, reader, id, within)),
  group: async (db, reader, id) => found(await findGroupAccess(db, reader, id)),
} satisfies Record<string, FindSubject>
