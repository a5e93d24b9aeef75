import { type ReactNode, Suspense } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { lazily } from '#ui/lazily.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { SkeletonBlock, CarouselSkeleton, Skeleton } from '#ui/Skeleton.tsx'
import { paths } from '#shell/paths.ts'
import type { Playlist } from '../../contract.ts'
import { t } from '../texts.ts'
import type { HomeView } from '../addresses.ts'
import { ChannelPreview, type ListedChannel } from './ChannelPreview.tsx'
import { refusals } from './refusals.ts'
import css from './ChannelState.module.css'

// Loads on demand: few channels are refused.
const ChannelRefused = lazily(() => import('./ChannelRefused.tsx').then((module) => module.ChannelRefused))

interface ChannelStateProps {
  read: { data: Playlist | undefined; error: ApiError | null; refetch: () => unknown }
  home: HomeView
  /** Data from a list, if any. */
  listed: ListedChannel | undefined
  children: (channel: Playlist) => ReactNode
}

/** Renders a channel, its preview while it loads, or an error. */
export function ChannelState({ read, home, listed, children }: ChannelStateProps) {
  const { data, error } = read
  const others = (
    <ButtonLink kind={error?.status === 404 ? 'quiet' : 'text'} href={paths.playlists()}>
      {t('channel.others')}
    </ButtonLink>
  )
  const refusal = refusals.find((code) => code === error?.body.code)
  // Shows the error if the channel is missing or refused. After a connection error, the loaded channel stays.
  if (error && (error.status === 404 || refusal))
    return (
      <Suspense fallback={<ChannelSkeleton />}>
        <ChannelRefused error={error} refusal={refusal} others={others} />
      </Suspense>
    )
  if (!data && !error && listed) return <ChannelPreview home={home} channel={listed} />
  return (
    <LoadedContent
      read={{ data, error, refetch: read.refetch }}
      skeleton={<ChannelSkeleton />}
      failed={listed ? t('channel.failed_named', { name: listed.name }) : t('channel.failed')}
      fallback={others}
    >
      {children}
    </LoadedContent>
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
