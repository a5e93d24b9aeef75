import { useEffect, useRef } from 'react'
import { useMediaSelector } from 'media-chrome/react/media-store'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { LongText } from '#ui/LongText.tsx'
import { info, squaresFour, x } from '#ui/icons.ts'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { scrollBehavior } from '#ui/arrow-navigation.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { createStore } from '#ui/store.ts'
import { aboutPanelItem } from '#features/player/web/item-additions.ts'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import type { Video } from '../../contract.ts'
import { t } from '../texts.ts'
import { useFullVideo } from '../useFullTexts.ts'
import { recordClick } from './clicks.ts'
import { GoToLink } from './GoToLink.tsx'
import css from './PlayerParts.module.css'
import { RelatedList } from './RelatedList.tsx'
import { useRelatedVideos } from './useRelatedVideos.ts'

interface PlayerPartProps {
  subject: SubjectOf<'video'>
}

const hasMoreInfo = (video: Video) => Boolean(video.more_title || video.more_info_title || video.more_description || video.more_photo)

/** The buttons of the playing video: link to another site, additional information, related videos. */
export function PlayerButtons({ subject: { place, channel, id } }: PlayerPartProps) {
  const related = useRelatedVideos(channel.id, id)
  const shownPanel = useOpenPanel(id, related.length > 0)
  const video = place?.video
  const hasMore = video !== undefined && hasMoreInfo(video)
  useEffect(() => aboutPanelItem.set(hasMore ? id : undefined), [hasMore, id])
  const toggle = (panel: PanelName) => (shownPanel === panel ? closePanel(panel) : openPanel(id, panel))
  if (!video?.go_to && !hasMore && related.length === 0) return null
  return (
    <div className={css.buttons}>
      {video && <GoToLink video={video} large />}
      {hasMore && (
        <Button
          kind="glass"
          size="s"
          icon={info}
          aria-expanded={shownPanel === 'more_info'}
          onClick={() => {
            toggle('more_info')
            if (shownPanel !== 'more_info') recordClick('more_info', video)
          }}
        >
          {video.more_title ?? t('video.more_default')}
        </Button>
      )}
      {related.length > 0 && (
        <Button
          className={css.relatedButton}
          kind="glass"
          size="s"
          icon={squaresFour}
          aria-expanded={shownPanel === 'related'}
          onClick={() => toggle('related')}
        >
          {t('related.title')}
        </Button>
      )}
    </div>
  )
}

/** The related videos below a tall player, always open. */
export function PartsBelowPlayer({ subject: { channel, id } }: PlayerPartProps) {
  const related = useRelatedVideos(channel.id, id)
  if (related.length === 0) return null
  return (
    <section className={css.below} aria-label={t('related.title')} data-below="">
      <h3 className={css.heading}>{t('related.title')}</h3>
      <RelatedList channel={channel} videos={related} />
    </section>
  )
}

/** Additional information, or in a wide player the related videos. Both are beside or below the picture, never over it. */
export function PartsBesidePlayer({ subject: { place, channel, id } }: PlayerPartProps) {
  const related = useRelatedVideos(channel.id, id)
  const shownPanel = useOpenPanel(id, related.length > 0)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (shownPanel === 'more_info') panel.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })
  }, [shownPanel])
  const video = place?.video
  const playing = nowPlaying.use()
  const item = playing?.items[playing.index]
  if (!shownPanel || (shownPanel === 'more_info' && !video)) return null
  const title = shownPanel === 'related' ? t('related.title') : (video?.more_info_title ?? video?.more_title ?? t('video.more_default'))
  return (
    <section ref={panel} className={css.panel} data-beside={shownPanel} aria-label={title}>
      <div className={css.head}>
        <h3 className={css.heading}>{title}</h3>
        <IconButton
          icon={x}
          label={t(shownPanel === 'related' ? 'related.close' : 'video.more_close')}
          onClick={() => closePanel(shownPanel)}
        />
      </div>
      {shownPanel === 'related' ? (
        <RelatedList channel={channel} videos={related} />
      ) : (
        video && (
          <>
            {item?.id === id &&
              [item.description, item.seriesDescription].map(
                (text) =>
                  text && (
                    <LongText key={text} className={css.about}>
                      {text}
                    </LongText>
                  ),
              )}
            {video.more_photo && (
              <PictureFrame className={css.photo}>
                <Picture id={video.id} name="" source={video.more_photo} shape="card" sizes="380px" />
              </PictureFrame>
            )}
            {video.more_description && <MoreDescription video={video} />}
          </>
        )
      )}
    </section>
  )
}

function MoreDescription({ video }: { video: Video }) {
  return (
    <p className={css.text} dir="auto">
      {useFullVideo(video).video.more_description}
    </p>
  )
}

type PanelName = 'more_info' | 'related'

interface OpenPanels {
  /** The video whose additional information is open. It closes when another video plays. */
  moreInfoOf?: string | undefined
  /** The user's choice for related videos. Undefined: open if there is room. */
  related?: 'open' | 'shut'
}

const openedPanels = createStore<OpenPanels>({})

/** Window height in px below which the picture needs the full width, as on a phone in landscape. */
const tallHeightPx = 500

/** Returns the open panel beside a video. */
function useOpenPanel(videoId: string, hasRelated: boolean): PanelName | undefined {
  const { moreInfoOf, related } = openedPanels.use()
  const isFullscreen = useMediaSelector((state) => state.mediaIsFullscreen ?? false)
  if (moreInfoOf === videoId) return 'more_info'
  const isTall = !isFullscreen && innerHeight > tallHeightPx
  return hasRelated && (related ?? (isTall ? 'open' : 'shut')) === 'open' ? 'related' : undefined
}

const openPanel = (videoId: string, panel: PanelName): void =>
  openedPanels.set((now) => (panel === 'more_info' ? { ...now, moreInfoOf: videoId } : { related: 'open' }))

/** Closes a panel. Closing the additional information shows the related videos again, if they were open. */
const closePanel = (panel: PanelName): void =>
  openedPanels.set((now) => (panel === 'more_info' ? { ...now, moreInfoOf: undefined } : { related: 'shut' }))
