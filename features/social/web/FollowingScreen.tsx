import { useState } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/choices.tsx'
import { fade } from '#ui/fade.ts'
import { cx } from '#ui/cx.ts'
import { Dial, Stop } from '#ui/Dial.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { arrowsOutCardinal, usersThree } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { useWideWindow } from '#shell/useWideWindow.ts'
import { returnHereAfterLogin } from '#shell/login-needed.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { ChannelListSkeleton } from '#features/channels/web/ChannelListSkeleton.tsx'
import { DiscoverDial } from '#features/channels/web/DiscoverDial.tsx'
import { type ChosenSort, SortChoice } from '#features/channels/web/SortChoice.tsx'
import type { PlaylistTile } from '#features/channels/contract.ts'
import { ChannelView, type ChannelViewProps } from '#features/channels/web/channel/ChannelView.tsx'
import { DialPlaceholder } from '#features/channels/web/DialPlaceholder.tsx'
import { socialContract } from '../contract.ts'
import { FollowedList } from './FollowedList.tsx'
import { LibraryTabs } from './LibraryTabs.tsx'
import { followsQuery } from './follow.ts'
import { FollowedVideoDays } from './FollowedVideoDays.tsx'
import { SuggestedChannels } from './SuggestedChannels.tsx'
import { t } from './texts.ts'
import { useFollowedStops } from './useFollowedStops.tsx'
import css from './following.module.css'

/** The dial of followed channels. It always contains the current channel. */
function FollowedDial({ current }: { current?: PlaylistTile | undefined }) {
  const { data, error } = useRead(socialContract.listFollowing, followsQuery)
  const stopOf = useFollowedStops()
  const isNotFollowed = current && data && data.followed.every((item) => item.following_id !== current.id)
  return (
    <DialPlaceholder pending={!data && !error}>
      {data && (
        <Dial label={t('following.title')}>
          {isNotFollowed && <Stop id={current.id} name={current.name} picture={current.icon} tuned />}
          {data.followed.map((item) => stopOf(item, current?.id))}
        </Dial>
      )}
    </DialPlaceholder>
  )
}

/** A channel that was opened from the followed channels. */
function FollowedChannel(props: Omit<ChannelViewProps, 'own' | 'home'>) {
  const { data } = useRead(socialContract.listFollowing, followsQuery)
  const channels = data?.followed.flatMap(({ playlist }) => playlist ?? [])
  return (
    <ChannelView {...props} home="globe" own={{ Dial: FollowedDial, tile: channels?.find(({ id }) => id === props.id), stops: channels }} />
  )
}

interface FollowingScreenProps {
  playlist?: string | undefined
  video?: string | undefined
  serie?: string | undefined
  play?: string | undefined
}

/** Followed channels with their new videos, and suggestions; or one followed channel. */
export function FollowingScreen({ playlist, ...target }: FollowingScreenProps) {
  const signedIn = useSignedIn()
  if (!signedIn) return <GuestFollowing />
  return playlist === undefined ? <Following /> : <FollowedChannel id={playlist} {...target} />
}

const GuestFollowing = () => (
  <Screen title={t('following.title')} dial={<DiscoverDial />}>
    <StateMessage title={t('following.guest')} picture={<IconDisc icon={usersThree} size={88} />}>
      <ButtonLink kind="accent" href={paths.login()} onClick={returnHereAfterLogin}>
        {t('following.login')}
      </ButtonLink>
      <ButtonLink href={paths.register()} onClick={returnHereAfterLogin}>
        {t('following.register')}
      </ButtonLink>
    </StateMessage>
  </Screen>
)

type View = 'followed' | 'new'

function Following() {
  const [view, setView] = useState<View>('followed')
  const [sort, setSort] = useState<ChosenSort>('own')
  const [isArranging, setIsArranging] = useState(false)
  const read = useRead(socialContract.listFollowing, sort === 'own' ? followsQuery : { query: { sort } })
  const stopOf = useFollowedStops()
  const { data, error } = read
  /** False after an error: reads stay pending while they retry. */
  const isLoading = !data && !error
  const isWide = useWideWindow()
  const isListed = isWide || view === 'followed'
  const arranges = isArranging && sort === 'own' && isListed
  const canArrange = isListed && sort === 'own' && (data?.followed.length ?? 0) > 1
  return (
    <Screen
      title={t('following.title')}
      back={paths.myPlaylists()}
      tab="mine"
      dial={
        !isWide &&
        (isLoading || (data && data.followed.length > 0)) && (
          <DialPlaceholder pending={isLoading}>
            {data && data.followed.length > 0 && (
              <Dial label={t('following.title')}>{data.followed.map((item) => stopOf(item, undefined))}</Dial>
            )}
          </DialPlaceholder>
        )
      }
      aside={
        canArrange && (
          <Button
            size="s"
            icon={arranges ? undefined : arrowsOutCardinal}
            kind={arranges ? 'accent' : 'quiet'}
            aria-label={arranges ? undefined : t('following.arrange')}
            onClick={() => setIsArranging(!arranges)}
          >
            {arranges ? t('following.done') : <span className={css.arrangeLabel}>{t('following.arrange_short')}</span>}
          </Button>
        )
      }
      busy={read.isPending}
    >
      <LibraryTabs current="following" />
      <LoadedContent read={read} failed={t('following.failed')} skeleton={<ChannelListSkeleton />}>
        {({ followed, suggested }) =>
          followed.length === 0 ? (
            <>
              <StateMessage
                title={t('following.empty.title')}
                text={t('following.empty.text')}
                picture={<IconDisc icon={usersThree} size={88} />}
              >
                <ButtonLink kind="accent" href={paths.search()}>
                  {t('following.empty.look')}
                </ButtonLink>
              </StateMessage>
              <SuggestedChannels suggested={suggested} />
            </>
          ) : (
            <>
              {!isWide && (
                <div className={css.views}>
                  <SegmentedControl
                    label={t('following.view')}
                    options={[
                      { value: 'followed', name: t('following.followed') },
                      { value: 'new', name: t('following.new') },
                    ]}
                    value={view}
                    onChange={(next) => fade(() => setView(next))}
                  />
                </div>
              )}
              <div className={cx(isWide && css.beside)}>
                {isListed && (
                  <div>
                    <SortChoice value={sort} onChange={setSort} />
                    {arranges && <p className={css.hint}>{t('following.arrange_hint')}</p>}
                    <FollowedList followed={followed} isOwnOrder={sort === 'own'} isArranging={arranges} />
                  </div>
                )}
                {(isWide || view === 'new') && (
                  <div>
                    <FollowedVideoDays />
                  </div>
                )}
              </div>
              {isListed && <SuggestedChannels suggested={suggested} />}
            </>
          )
        }
      </LoadedContent>
    </Screen>
  )
}
