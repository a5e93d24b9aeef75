import { Icon } from '#ui/Icon.tsx'
import { lockSimple } from '#ui/icons.ts'
import type { PlaylistTile } from '../contract.ts'
import { status } from '../rules.ts'
import type { HomeView } from './addresses.ts'
import css from './LockedLine.module.css'
import { CreatorLink } from './Maker.tsx'
import { statusLabel, t } from './texts.ts'

interface AboutChannelProps {
  channel: PlaylistTile
  home: HomeView
  /** Hides the creator: all channels here belong to one user. */
  hideMaker?: boolean | undefined
  /** The creator's name isn't a link. */
  plain?: boolean
}

/** The line below a channel's name. For the user's own channels: the visibility. For others: the creator and the description. */
export function AboutChannel({ channel, home, hideMaker = false, plain = false }: AboutChannelProps) {
  const { status_id, team_id, nickname, description, lock } = channel
  if (home === 'heart' && status_id !== status.public) return statusLabel(status_id, team_id !== null)
  const byMaker = !hideMaker && nickname
  return (
    <>
      {lock && (
        <>
          <span className={css.lock}>
            <Icon of={lockSimple} size={14} />
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
