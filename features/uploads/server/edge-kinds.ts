import type { EdgeKind } from '#features/media/server/edge/edge.ts'
import { createStaticKind } from '#features/media/server/edge/kinds.ts'
import { listPublicUploads, listPublicVideos } from './queries/access.ts'
import { findCaptionVersions } from './queries/captions.ts'

export const edgeVideos: EdgeKind = createStaticKind('videos', listPublicUploads)

/** Captions, by video and language. Their version is a hash, because captions can be replaced. */
export const edgeCaptions: EdgeKind = {
  kind: 'captions',
  canChange: true,
  // Names are `{language}.vtt` on this site, and `{language}.{version}.vtt` at the CDN.
  thingOf: (folder, name) => `${folder}/${name.split('.')[0]}`,
  async findPublic(db, ids) {
    const captionVersions = await findCaptionVersions(db, ids)
    const publicVideoIds = new Set(await listPublicVideos(db, [...new Set(captionVersions.map(({ video_id }) => video_id))]))
    return new Map(
      captionVersions.flatMap(({ name, video_id, version }) => (publicVideoIds.has(video_id) ? [[name, version] as const] : [])),
    )
  },
}
