import { Suspense, useEffect, useState } from 'react'
import { useStored } from '#kit/web/storage.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { export as shareIcon, listPlus, playFill, plusBold, televisionSimple } from '#ui/icons.ts'
import { lazily } from '#ui/lazily.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { toast } from '#ui/toasts.ts'
import { useRenderInSteps } from '#ui/useRenderInSteps.ts'
import { paths } from '#shell/paths.ts'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import type { Playlist, Series } from '../../contract.ts'
import { refusalTo } from '../../rules.ts'
import { findOpeningVideo } from '../../opening.ts'
import { channelAddress, type HomeView } from '../addresses.ts'
import { markVideoClicked } from '../clicked-videos.ts'
import { openPlaylistSubject } from '../subjects.ts'
import { t } from '../texts.ts'
import { ChannelHead } from './ChannelHead.tsx'
import { channelContents } from './elements.ts'
import { findLatestSharedId, visibleSeries, findSeriesOfVideo } from './channel-series.ts'
import { SeriesRow } from './SeriesRow.tsx'
import { useHighlight } from './useHighlight.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Actions at the top of a channel, before the channel's other actions. Hidden from users who can edit it. */
    'channel.actions': 'playlist'
  }
}

// Opens the dialog that adds items. Users have already loaded its code; guests are asked to log in.
const addItem = (channel: Playlist, series?: Series) => void import('../open.ts').then((open) => open.openAddItemDialog(channel, series))
const openShareDialog = (channel: Playlist) => void import('../share.ts').then(({ shareChannel }) => shareChannel(channel))
const promptSave = (channel: Playlist) => void import('../share.ts').then(({ promptSaveChannel }) => promptSaveChannel(channel))

// Loads on demand, as phones have no room for it.
const ChannelDetail = lazily(() => import('./ChannelDetail.tsx').then((module) => module.ChannelDetail))

const PackagePanel = lazily(() => import('../PackagePanel.tsx').then((module) => module.PackagePanel))

// Loads when the user clicks a video. If loading fails, the screen shows the error.
const loadPlayer = () => import('./ChannelPlayer.tsx').then((module) => module.ChannelPlayer)
const ChannelPlayer = lazily(loadPlayer)
const preloadPlayer = () => void loadPlayer().catch(() => undefined)

/** Targets in a channel's address. */
export interface AddressTarget {
  /** Scrolls to this video, and highlights it briefly. */
  video?: string | undefined
  /** Scrolls to this series, and outlines it. */
  serie?: string | undefined
  /** Plays this video. */
  play?: string | undefined
  /** Scrolls to the last shared video and highlights it. */
  fromDirectPublish?: string | undefined
}

interface ChannelContentProps extends AddressTarget {
  home: HomeView
  channel: Playlist
}

/** The third row is larger, for visual rhythm. */
const largeRow = 2
/** Number of rows in the first render. */
const batchSize = 2

/** A channel's head, a row for each series, and the player above them. */
export function ChannelContent({ home, channel, video, serie, play, fromDirectPublish }: ChannelContentProps) {
  // The video played last. The screen scrolls to it after playback.
  const [played, setPlayed] = useState(play)
  if (play !== undefined && play !== played) setPlayed(play)
  const [latest] = useState(() => (fromDirectPublish === undefined ? undefined : findLatestSharedId(channel)))
  const targetVideo = video ?? (play === undefined ? (played ?? latest) : undefined)
  const marked = useHighlight(targetVideo)
  const [missing] = useState(() => [video, play].find((id) => id !== undefined && !findSeriesOfVideo(channel, id)))
  useEffect(() => {
    if (missing !== undefined) toast(t('channel.episode_gone'), { warning: true })
  }, [missing])
  const isFilled = useStored('fill_window') === true
  const rows = visibleSeries(channel)
  const opening = findOpeningVideo(channel)
  // A target may be in any row, so the first render contains all rows.
  const first = targetVideo === undefined && serie === undefined ? batchSize : rows.length
  const ready = useRenderInSteps(rows, first)

  return (
    <article ref={channelContents.ref(channel.id)} onPointerDown={preloadPlayer}>
      <ChannelHead home={home} channel={channel} opening={opening && { image: opening.image, video: opening }}>
        {channel.is_locked && (
          <ErrorBoundary fallback={() => null}>
            <Suspense fallback={<span style={{ flex: '1 0 100%', height: 85 + 73 * channel.tiers.length }} />}>
              <PackagePanel tiers={channel.tiers} requestedItem={play} onPage pageOf={channel.id} />
            </Suspense>
          </ErrorBoundary>
        )}
        {opening && !channel.is_locked && (
          <ButtonLink
            size="s"
            kind="accent"
            icon={playFill}
            href={channelAddress(home, { playlist: channel.id, play: opening.id })}
            onClick={({ currentTarget }) => markVideoClicked(opening.id, currentTarget)}
          >
            {t('channel.play')}
          </ButtonLink>
        )}
        {!channel.may_edit && <Slot name="channel.actions" subject={openPlaylistSubject(channel)} />}
        {channel.may_edit && rows.length > 0 && (
          <Button size="s" kind={opening ? 'quiet' : 'accent'} icon={plusBold} onClick={() => addItem(channel)}>
            {t('add.title')}
          </Button>
        )}
        {(!channel.may_edit || (rows.length > 0 && refusalTo.share(channel) === null)) && (
          <IconButton kind="quiet" icon={shareIcon} iconSize={20} label={t('share.name')} onClick={() => openShareDialog(channel)} />
        )}
        {!channel.may_edit && (
          <IconButton kind="quiet" icon={listPlus} iconSize={20} label={t('place.save_title')} onClick={() => promptSave(channel)} />
        )}
      </ChannelHead>
      {isFilled && opening && (
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <ChannelDetail home={home} channel={channel} opening={opening} />
          </Suspense>
        </ErrorBoundary>
      )}
      {channel.may_edit && channel.direct_publish && <Slot name="screen.explanation" subject={viewSubject('directPublish')} />}
      {channel.may_edit && channel.watch_later && <Slot name="screen.explanation" subject={viewSubject('watchLater')} />}
      {ready.map((series, index) => (
        <SeriesRow
          key={series.id}
          home={home}
          channel={channel}
          series={series}
          size={index === largeRow ? 'l' : 'm'}
          outlined={series.id === serie}
          targetVideo={targetVideo}
          marked={marked}
          onAdd={channel.may_edit ? () => addItem(channel, series) : undefined}
        />
      ))}
      {rows.length === 0 &&
        (channel.may_edit ? (
          <StateMessage title={t('channel.empty.title')} text={t('channel.empty.owner')} onAdd={() => addItem(channel)}>
            <Button kind="accent" icon={plusBold} onClick={() => addItem(channel)}>
              {t('add.first')}
            </Button>
          </StateMessage>
        ) : (
          <StateMessage
            title={t('channel.empty.title')}
            text={t('channel.empty.text')}
            picture={<IconDisc icon={televisionSimple} size={88} />}
          >
            <ButtonLink href={paths.playlists()}>{t('channel.others')}</ButtonLink>
          </StateMessage>
        ))}
      {play !== undefined && !channel.is_locked && (
        <Suspense>
          <ChannelPlayer home={home} channel={channel} videoId={play} />
        </Suspense>
      )}
    </article>
  )
}
