import type { ReactNode } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { lockSimple } from '#ui/icons.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { SkeletonBlock, CarouselSkeleton, Skeleton } from '#ui/Skeleton.tsx'
import { State } from '#ui/State.tsx'
import { returnHereAfterLogin } from '#shell/login-needed.ts'
import { paths } from '#shell/paths.ts'
import type { Playlist } from '../../contract.ts'
import { t } from '../texts.ts'
import type { HomeView } from '../addresses.ts'
import { ChannelPreview, type ListedChannel } from './ChannelPreview.tsx'
import css from './ChannelState.module.css'

/** Restrictions that refuse to show a channel. */
const refusing = ['adult_only', 'geo_blocked'] as const

interface ChannelStateProps {
  read: { data: Playlist | undefined; error: ApiError | null; refetch: () => unknown }
  home: HomeView
  /** Data from a list, if any. */
  known: ListedChannel | undefined
  children: (channel: Playlist) => ReactNode
}

/** Renders a channel, its preview while it loads, or an error. */
export function ChannelState({ read, home, known, children }: ChannelStateProps) {
  const { data, error } = read
  const signedIn = useSignedIn()
  const others = (
    <ButtonLink kind={error?.status === 404 ? 'quiet' : 'text'} href={paths.playlists()}>
      {t('channel.others')}
    </ButtonLink>
  )
  // Lost with a team: the server says why.
  const isLost = error?.body.code.startsWith('lost_')
  // A connection error keeps the loaded channel on screen; a 404 removes it.
  if (error?.status === 404)
    return (
      <State
        title={t(isLost ? 'channel.lost' : 'channel.missing.title')}
        text={isLost ? error.message : t(signedIn ? 'channel.missing.text' : 'channel.missing.guest')}
        picture="error"
      >
        {!signedIn && (
          <ButtonLink kind="accent" href={paths.login()} onClick={returnHereAfterLogin}>
            {t('home.login')}
          </ButtonLink>
        )}
        {others}
      </State>
    )
  const restriction = refusing.find((code) => code === error?.body.code)
  if (error && restriction)
    return (
      <State title={t(`channel.restricted.${restriction}`)} text={error.message} picture={<IconDisc icon={lockSimple} size={88} />}>
        {others}
      </State>
    )
  if (!data && !error && known) return <ChannelPreview home={home} channel={known} />
  return (
    <Loaded
      read={{ data, error, refetch: read.refetch }}
      skeleton={<ChannelSkeleton />}
      failed={known ? t('channel.failed_named', { name: known.name }) : t('channel.failed')}
      otherwise={others}
    >
      {children}
    </Loaded>
  )
}

const ChannelSkeleton = () => (
  <Skeleton label={t('channel.loading')}>
    <div className={css.head}>
      <span className={css.banner}>
        <SkeletonBlock height={200} shape="flat" />
      </span>
      <div className={css.about}>
        <SkeletonBlock width={72} height={72} shape="round" />
        <SkeletonBlock width={220} height={28} />
        <SkeletonBlock width={120} height={14} />
        <SkeletonBlock width={110} height={44} shape="round" />
        <SkeletonBlock width="min(100%, 420px)" height={14} />
      </div>
    </div>
    <CarouselSkeleton />
    <CarouselSkeleton />
  </Skeleton>
)
