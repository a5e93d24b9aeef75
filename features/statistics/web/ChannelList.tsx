import { useStored } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Disc } from '#ui/Disc.tsx'
import { plus } from '#ui/icons.ts'
import { AboutLine, LinkLine } from '#ui/LinkLine.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { openCreateChannelDialog } from '#features/channels/web/open-create-channel.ts'
import { statisticsContract } from '../contract.ts'
import { CopyButton } from './CopyButton.tsx'
import { MailSwitch } from './MailSwitch.tsx'
import css from './Statistics.module.css'
import { t } from './texts.ts'

/** The user's channels with their views, most watched in the last 7 days first. */
export function ChannelList() {
  const read = useRead(statisticsContract.listStatistics, {})
  // The monthly email covers only the user's own channels.
  const isTeamMode = useStored('account_mode') === 'TEAM'
  return (
    <LoadedContent read={read} failed={t('failed')} skeleton={<ListSkeleton />}>
      {({ playlists }) =>
        playlists.length === 0 ? (
          <StateMessage title={t('list.none')} text={t('list.none_text')} onAdd={openCreateChannelDialog}>
            <Button kind="accent" icon={plus} onClick={openCreateChannelDialog}>
              {t('list.create')}
            </Button>
          </StateMessage>
        ) : (
          <>
            <ul className={css.list} aria-label={t('list.title')}>
              {playlists.map(({ id, name, icon, views, recent_views: recent, followers }) => (
                <li key={id} className={css.item}>
                  <LinkLine picture={<Disc id={id} name={name} picture={icon} />} name={name} href={paths.statistics({ playlist: id })}>
                    <AboutLine>
                      {[
                        t('list.views', { count: views }),
                        ...(recent > 0 ? [t('list.recent', { count: recent })] : []),
                        t('list.followers', { count: followers }),
                      ].join(' · ')}
                    </AboutLine>
                  </LinkLine>
                  <CopyButton label={t('list.copy', { name })} text={t('list.line', { name, count: views })} />
                </li>
              ))}
            </ul>
            {!isTeamMode && <MailSwitch />}
          </>
        )
      }
    </LoadedContent>
  )
}

/** Height of a line of {@link ChannelList}, in px. */
const lineHeight = 72

export const ListSkeleton = () => (
  <Skeleton label={t('loading')}>
    <div className={cx(css.list, css.coming)}>
      {Array.from({ length: 5 }, (_, index) => (
        <SkeletonBlock key={index} height={lineHeight} shape="card" />
      ))}
    </div>
  </Skeleton>
)
