import { Picture, PictureFrame } from '#ui/Picture.tsx'
import type { PlacedVideo, PlaylistTile } from '../../contract.ts'
import { channelAddress } from '../addresses.ts'
import { markVideoClicked } from '../clicked-videos.ts'
import { videoSummary } from '../VideoCardView.tsx'
import css from './RelatedList.module.css'

interface RelatedListProps {
  /** The current channel. */
  channel: Pick<PlaylistTile, 'id' | 'may_edit'>
  videos: readonly PlacedVideo[]
}

/** Related videos of any channels, as links that play them. */
export const RelatedList = ({ channel, videos }: RelatedListProps) => (
  <ul className={css.list}>
    {videos.map((video) => {
      const { playlist_id: playlist } = video.pivot
      const home = channel.may_edit && playlist === channel.id ? 'heart' : 'globe'
      return (
        <li key={video.id}>
          <a
            className={css.item}
            href={channelAddress(home, { playlist, play: video.id })}
            onClick={({ currentTarget }) => markVideoClicked(video.id, currentTarget)}
          >
            <PictureFrame className={css.picture}>
              <Picture id={video.id} name={video.title} source={video.image} shape="card" sizes="102px" />
            </PictureFrame>
            <span className={css.words}>
              <span className={css.title}>{video.title}</span>
              <span className={css.about}>{videoSummary(video)}</span>
            </span>
          </a>
        </li>
      )
    })}
  </ul>
)
