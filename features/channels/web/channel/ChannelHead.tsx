import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { Disc } from '#ui/Disc.tsx'
import { Icon } from '#ui/Icon.tsx'
import { globeSimple, linkSimple, lockSimple, playFill, checkCircle } from '#ui/icons.ts'
import { RevealInOrder } from '#ui/RevealInOrder.tsx'
import { Picture } from '#ui/Picture.tsx'
import type { PlaylistTile } from '../../contract.ts'
import { openingSizes } from '../../opening.ts'
import { status } from '../../rules.ts'
import { channelAddress, type HomeView } from '../addresses.ts'
import { CopySource } from '../CopySource.tsx'
import { CreatorLink } from '../CreatorLink.tsx'
import { markVideoClicked } from '../clicked-videos.ts'
import { TagLinks } from '../TagLinks.tsx'
import { statusLabel, t } from '../texts.ts'
import css from './ChannelHead.module.css'
import { channelHeads } from './elements.ts'
import { LongText } from '#ui/LongText.tsx'
import { stopProps } from '#ui/arrow-navigation.ts'

const headRef = channelHeads.ref(undefined)

interface ChannelHeadProps {
  home: HomeView
  channel: PlaylistTile
  /** The opening picture, and its video once the video has loaded. */
  opening: { image: string | null; video?: { id: string; title: string } } | undefined
  /** Actions on the channel. */
  children?: ReactNode
}

/** The head of a channel: opening picture, creator and description. */
export function ChannelHead({ home, channel, opening, children }: ChannelHeadProps) {
  const video = opening?.video
  return (
    <div ref={headRef} className={cx(css.head, opening?.image && css.withBanner)} data-zap="">
      {opening?.image &&
        (video ? (
          <a
            className={css.banner}
            href={channelAddress(home, { playlist: channel.id, play: video.id })}
            onClick={({ currentTarget }) => markVideoClicked(video.id, currentTarget)}
            {...stopProps}
            data-banner=""
          >
            <Picture id={channel.id} name="" source={opening.image} shape="card" sizes={openingSizes.channel} eager />
            <span className={css.shade} />
            <span className={css.start}>
              <span className={css.startHere}>{t('channel.start_here')}</span>
              <span className={css.startTitle}>{video.title}</span>
            </span>
            <span className={css.play}>
              <Icon icon={channel.is_locked ? lockSimple : playFill} />
            </span>
          </a>
        ) : (
          <div className={css.banner} data-banner="">
            <Picture id={channel.id} name="" source={opening.image} shape="card" sizes={openingSizes.channel} eager />
          </div>
        ))}
      <div className={css.about}>
        <div className={css.names}>
          <span className={css.disc}>
            <Disc id={channel.id} name={channel.name} picture={channel.icon} size={72} eager />
          </span>
          <div>
            <h1 className={css.name}>{channel.name}</h1>
            <ChannelByline channel={channel} />
            {channel.source && (
              <p className={css.whose}>
                <CopySource source={channel.source} />
              </p>
            )}
          </div>
        </div>
        <RevealInOrder className={css.actions}>{children}</RevealInOrder>
        {channel.description && (
          <LongText key={channel.description} className={css.description}>
            {channel.description}
          </LongText>
        )}
        {channel.tags.length > 0 && (
          <div className={css.tags}>
            <TagLinks tags={channel.tags} />
          </div>
        )}
      </div>
    </div>
  )
}

const statusIcon = (id: number) => (id === status.public ? globeSimple : id === status.private ? lockSimple : linkSimple)

/**
 * Shows the creator, except to editors of a channel that isn't public. Shows editors the status. Also shows whether the channel is
 * finished.
 */
function ChannelByline({ channel }: { channel: PlaylistTile }) {
  const isPublic = channel.status_id === status.public
  return (
    <p className={css.whose}>
      {(isPublic || !channel.may_edit) && <CreatorLink channel={channel} />}
      {channel.may_edit && (
        <span className={css.fact}>
          <Icon icon={statusIcon(channel.status_id)} size={16} />
          <span>{statusLabel(channel.status_id, channel.team_id !== null)}</span>
        </span>
      )}
      {channel.finished === 1 && (
        <span className={css.fact}>
          <Icon icon={checkCircle} size={16} />
          {t('finished.is')}
        </span>
      )}
    </p>
  )
}
