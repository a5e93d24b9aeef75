import { Dialog } from '#ui/Dialog.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { Icon } from '#ui/Icon.tsx'
import { caretRight } from '#ui/icons.ts'
import type { Playlist, Video } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './ChooseSeriesDialog.module.css'

/** To which series of the channel a video goes. */
export function ChooseSeriesDialog({ channel, video, close }: Closing<string> & { channel: Playlist; video: Video }) {
  return (
    <Dialog title={t('video.to_other')} text={video.title} width="s">
      <ul className={css.list} data-actions="">
        {channel.series
          .filter(({ id }) => id !== video.series_id)
          .map((series) => (
            <li key={series.id}>
              <button type="button" className={css.series} onClick={() => close(series.id)}>
                <span className={css.name}>{series.name}</span>
                <span className={css.count}>{series.videos.length}</span>
                <Icon of={caretRight} size={20} />
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}
