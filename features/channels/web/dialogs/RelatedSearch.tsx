import { useDeferredValue, useState } from 'react'
import { Field } from '#ui/Field.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { plus } from '#ui/icons.ts'
import { Select } from '#ui/inputs.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { Playlist, VideoCard } from '../../contract.ts'
import { t } from '../texts.ts'
import { useChannel } from '../useChannel.ts'
import { allChannels, useOwnChannels } from '../useOwnChannels.ts'
import { videoSummary } from '../VideoCardView.tsx'
import { createTextFilter } from './text-filter.ts'
import css from './RelatedDialog.module.css'

const favorites = 'favorites'
/** Maximum results shown. The user narrows them by typing more. */
const maxShown = 40

interface RelatedSearchProps {
  /** The current channel, searched first. */
  channel: Playlist
  isOffered: (video: VideoCard) => boolean
  busy: boolean
  onAdd: (video: VideoCard) => void
}

/** Searches the videos of one of the user's channels, or their favourites, by title. */
export function RelatedSearch({ channel, isOffered, busy, onAdd }: RelatedSearchProps) {
  const { data: myPlaylists } = useOwnChannels()
  const [from, setFrom] = useState(channel.id)
  const [keyword, setKeyword] = useState('')
  const matches = createTextFilter(useDeferredValue(keyword))
  const { data: open } = useChannel(from, { enabled: from !== favorites })
  const videos: readonly VideoCard[] =
    from === favorites ? (myPlaylists?.favorites ?? []) : (open?.series.flatMap((item) => item.videos) ?? [])
  const result = videos.filter((video) => isOffered(video) && matches(video.title))
  const others = (myPlaylists ? allChannels(myPlaylists) : []).filter(({ id }) => id !== channel.id)
  return (
    <div className={css.search}>
      <Field label={t('related.from')}>
        <Select value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
          <option value={channel.id}>{channel.name}</option>
          <option value={favorites}>{t('related.favorites')}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <SearchField label={t('related.search')} value={keyword} onChange={setKeyword} />
      {(open || from === favorites) && result.length === 0 && <p className={css.empty}>{t('related.none_found')}</p>}
      <ul className={css.list} aria-label={t('related.offered')}>
        {result.slice(0, maxShown).map((video) => (
          <li key={video.id} className={css.item}>
            <PictureFrame className={css.picture}>
              <Picture id={video.id} name={video.title} source={video.image} shape="card" sizes="72px" />
            </PictureFrame>
            <span className={css.words}>
              <span className={css.title}>{video.title}</span>
              <span className={css.about}>{videoSummary(video)}</span>
            </span>
            <IconButton
              icon={plus}
              iconSize={20}
              label={t('related.add', { title: video.title })}
              aria-disabled={busy}
              onClick={() => busy || onAdd(video)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
