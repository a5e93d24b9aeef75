import { memo } from 'react'
import { Disc } from '#ui/Disc.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { useContextMenu } from '#ui/menus.ts'
import { stopProps } from '#ui/arrow-navigation.ts'
import { useWasInView } from '#ui/in-view.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { PlaylistTile } from '#features/channels/contract.ts'
import { channelAddress } from '#features/channels/web/addresses.ts'
import { playlistSubject } from '#features/channels/web/subjects.ts'
import { useChannel } from '#features/channels/web/useChannel.ts'
import { t } from '../texts.ts'
import css from './board.module.css'
import { BoardRow } from './BoardRow.tsx'

/** Maximum rows of a channel on the board. A link leads to all its rows. */
const maxRows = 4

interface BoardChannelProps {
  channel: PlaylistTile
  placed: SubjectOf<'playlist'>['placed']
}

/** A channel on the board. Its rows load when the channel comes near the view. */
export const BoardChannel = memo(function BoardChannel({ channel, placed }: BoardChannelProps) {
  const { id, name, icon } = channel
  const [seenRef, isSeen] = useWasInView<HTMLDivElement>()
  const { data, error, refetch } = useChannel(id, { enabled: isSeen })
  const { ref, menu } = useSubjectMenu('playlist')(playlistSubject(channel, placed))
  const context = useContextMenu(menu)
  const filled = data?.series.filter(({ videos }) => videos.length > 0)
  const hiddenCount = Math.max(0, (filled?.length ?? 0) - maxRows)
  const href = channelAddress('heart', { playlist: id })
  return (
    <div ref={seenRef} className={css.channel} data-board-channel={id}>
      <div ref={ref} className={css.head}>
        <a className={css.name} href={href} draggable={false} {...stopProps} {...context}>
          <Disc id={id} name={name} picture={icon} size={36} />
          <h3>{name}</h3>
        </a>
        {menu && <MenuButton label={t('board.menu', { name })} menu={menu} />}
      </div>
      {data && filled?.slice(0, maxRows).map((series) => <BoardRow key={series.id} channel={data} series={series} />)}
      {filled?.length === 0 && <p className={css.quiet}>{t('board.nothing')}</p>}
      {hiddenCount > 0 && (
        <a className={css.more} href={href}>
          {t('board.more', { count: hiddenCount })}
        </a>
      )}
      {!data && error && <FailedRow message={error.message} onAgain={() => void refetch()} />}
    </div>
  )
})
