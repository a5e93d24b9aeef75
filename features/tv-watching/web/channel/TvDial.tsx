import { usePages } from '#kit/web/read.ts'
import { Dial, Stop } from '#ui/Dial.tsx'
import { squaresFour } from '#ui/icons.ts'
import { paths } from '#shell/paths.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { DialPlaceholder } from '#features/channels/web/DialPlaceholder.tsx'
import { LockMark } from '#features/channels/web/LockMark.tsx'
import { guideContract } from '#features/guide/contract.ts'
import type { TvChannel } from '#features/guide/shapes.ts'
import { tvAddress } from '#features/guide/web/addresses.ts'
import { channelFilter, filterQuery } from '#features/guide/web/channel-filter.ts'
import { tvSubject } from '#features/guide/web/subjects.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { t } from '../texts.ts'

/** Stops per page. */
const perPage = 30

export const useDialChannels = () =>
  usePages(guideContract.listTvChannels, { query: { limit: perPage, ...filterQuery(channelFilter.use()) } })

/** The dial of TV channels. */
export function TvDial({ current }: { current: TvChannel | undefined }) {
  const propsOf = useSubjectMenu('channel')
  const { items, isPending, hasNextPage, isFetchNextPageError, more } = useDialChannels()
  if (!items) return <DialPlaceholder pending={isPending}>{null}</DialPlaceholder>
  const isListed = current === undefined || items.some(({ id }) => id === current.id)
  const stops: readonly TvChannel[] = isListed ? items : [current, ...items]
  return (
    <Dial
      label={tGuide('channel.dial')}
      onEnd={hasNextPage && !isFetchNextPageError ? more : undefined}
      last={<Stop key="all" id="all" name={t('channel.to_list')} icon={squaresFour} href={paths.channels()} />}
    >
      {stops.map((tv) => (
        <Stop
          key={tv.id}
          id={tv.id}
          name={tv.name}
          picture={tv.logoId}
          href={tvAddress(tv.id)}
          tuned={tv.id === current?.id}
          symbol={tv.is_locked && <LockMark />}
          {...propsOf(tvSubject(tv))}
        />
      ))}
    </Dial>
  )
}
