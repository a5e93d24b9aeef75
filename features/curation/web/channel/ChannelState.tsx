import type { ReactNode } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { lockSimple } from '#ui/icons.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { SkeletonBlock, CarouselSkeleton, Skeleton } from '#ui/Skeleton.tsx'
import { State } from '#ui/State.tsx'
import { paths } from '#shell/paths.ts'
import type { Playlist } from '../../contract.ts'
import { restrictions } from '../../rules.ts'
import { t } from '../texts.ts'
import css from './ChannelState.module.css'

interface ChannelStateProps {
  read: { data: Playlist | undefined; error: ApiError | null; refetch: () => unknown }
  /** Its name, where a list knows it already. */
  name: string | undefined
  children: (channel: Playlist) => ReactNode
}

/** A channel that has come, is coming, did not come, or is not for this viewer. */
export function ChannelState({ read, name, children }: ChannelStateProps) {
  const { data, error } = read
  const home = (
    <ButtonLink kind={error?.status === 404 ? 'quiet' : 'text'} href={paths.playlists()}>
      {t('channel.others')}
    </ButtonLink>
  )
  // What was there stays when only the connection fails; what was taken away goes.
  if (error?.status === 404)
    return (
      <State title={t('channel.missing.title')} text={t('channel.missing.text')} picture="error">
        {home}
      </State>
    )
  const restriction = restrictions.find((code) => code === error?.body.code)
  if (error && restriction)
    return (
      <State title={t(`channel.restricted.${restriction}`)} text={error.message} picture={<IconDisc icon={lockSimple} size={88} />}>
        {home}
      </State>
    )
  return (
    <Loaded
      read={{ data, error, refetch: read.refetch }}
      skeleton={<ChannelSkeleton />}
      failed={name ? t('channel.failed_named', { name }) : t('channel.failed')}
      otherwise={home}
    >
      {children}
    </Loaded>
  )
}

const ChannelSkeleton = () => (
  <Skeleton label={t('channel.loading')}>
    <div className={css.head}>
      <span className={css.banner}>
        <SkeletonBlock height={236} shape="flat" />
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
