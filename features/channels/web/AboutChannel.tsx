import { Icon } from '#ui/Icon.tsx'
import { lockSimple } from '#ui/icons.ts'
import type { PlaylistTile } from '../contract.ts'
import { status } from '../rules.ts'
import type { HomeView } from './addresses.ts'
import css from './LockedLine.module.css'
import { CreatorLink } from './CreatorLink.tsx'
import { statusLabel, t } from './texts.ts'

interface AboutChannelProps {
  channel: PlaylistTile
  home: HomeView
  /** Hides the creator, because all channels in the list belong to one user. */
  hideMaker?: boolean | undefined
  /** Whether the creator's name is text instead of a link. */
  plain?: boolean
}

/** The line below a channel's name. Own channels: the visibility. Other channels: the creator and the description. */
export function AboutChannel({ channel, home, hideMaker = false, plain = false }: AboutChannelProps) {
  const { status_id, team_id, nickname, description, lock } = channel
  if (home === 'heart' && status_id !== status.public) return statusLabel(status_id, team_id !== null)
  const byMaker = !hideMaker && nickname
  return (
    <>
      {lock && (
        <>
          <span className={css.lock}>
            <Icon icon={lockSimple} size={14} />
          </span>{' '}
          {t(`lock.${lock}`)}
          {(byMaker || description) && ' · '}
        </>
      )}
      {byMaker && <CreatorLink channel={channel} plain={plain} />}
      {byMaker && description && ' · '}
      {description}
    </>
  )
}
