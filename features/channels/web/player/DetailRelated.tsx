import type { Playlist, Video } from '../../contract.ts'
import { t } from '../texts.ts'
import { GoToLink } from './GoToLink.tsx'
import { RelatedList } from './RelatedList.tsx'
import css from './DetailRelated.module.css'
import { useRelatedVideos } from './useRelatedVideos.ts'

/** The links of a video on a channel's page: another site, and related videos. */
export function DetailRelated({ channel, video }: { channel: Playlist; video: Video }) {
  const related = useRelatedVideos(channel.id, video.id)
  return (
    <>
      <GoToLink video={video} />
      {related.length > 0 && (
        <>
          <h3 className={css.heading}>{t('related.title')}</h3>
          <RelatedList channel={channel} videos={related} />
        </>
      )}
    </>
  )
}
