import { useState } from 'react'
import { formatNumber } from '#kit/web/format.ts'
import type { OutputOf } from '#kit/contract/endpoint.ts'
import { useLatestData } from '#kit/web/latest-data.ts'
import { useRead } from '#kit/web/read.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Disc, IconDisc } from '#ui/Disc.tsx'
import { televisionSimple } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { statisticsContract } from '../../contract.ts'
import { FigureHeading } from '../FigureHeading.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { dateOf, formatMonth } from '../dates.ts'
import { addMonths, monthOf } from '../range/calendar.ts'
import css from '../Statistics.module.css'
import { t } from '../texts.ts'
import own from './broadcast.module.css'
import { MonthPicker } from './MonthPicker.tsx'
import { Programmes } from './Programmes.tsx'

type Channel = OutputOf<typeof statisticsContract.listBroadcastStatistics>['channels'][number]

const figures = ['followed_count', 'sharings_count', 'unique_viewers_count', 'viewers_count'] as const

/** Number of past months that can be chosen. */
const pastMonths = 36

/** Figures of a broadcaster's TV channels in a month. */
export function Broadcasts() {
  const [thisMonth] = useState(() => monthOf(dateOf()))
  const [month, setMonth] = useState(thisMonth)
  const read = useRead(statisticsContract.listBroadcastStatistics, { query: { date_to: month } })
  // The cards of the previous month stay on screen until the new month has loaded, so that open programmes stay open.
  const latest = useLatestData(month, read.data?.channels)
  const shown = read.error && latest?.isPrevious ? undefined : latest
  return (
    <>
      <MonthPicker month={month} first={addMonths(thisMonth, -pastMonths)} last={thisMonth} onChange={setMonth} />
      <output className={css.quiet}>{t(month === thisMonth ? 'broadcast.running' : 'broadcast.closed')}</output>
      <LoadedContent read={{ ...read, data: shown }} failed={t('failed')} skeleton={<CardsSkeleton />}>
        {({ key: month, data: channels, isPrevious }) =>
          channels.length === 0 ? (
            <StateMessage
              picture={<IconDisc icon={televisionSimple} size={88} />}
              title={t('broadcast.none')}
              text={t('broadcast.none_text')}
            >
              <ButtonLink kind="accent" href={paths.settings()}>
                {t('broadcast.settings')}
              </ButtonLink>
            </StateMessage>
          ) : (
            <ul className={own.cards} aria-label={t('broadcast.title')} aria-busy={isPrevious}>
              {channels.map((channel) => (
                <ChannelCard key={channel.id} channel={channel} month={month} />
              ))}
            </ul>
          )
        }
      </LoadedContent>
    </>
  )
}

function ChannelCard({ channel, month }: { channel: Channel; month: string }) {
  const { id, channel: name, logoId: logo } = channel
  const [followed, shares, unique, total] = figures.map((figure) => formatNumber(channel[figure]))
  const text = t('broadcast.line', {
    name,
    month: formatMonth(month),
    followed: followed ?? '',
    shares: shares ?? '',
    unique: unique ?? '',
    total: total ?? '',
  })
  return (
    <li className={own.card}>
      <div className={own.head}>
        <Disc id={id} name={name} picture={logo} size={44} />
        <h2 className={own.name}>{name}</h2>
        <CopyButton label={t('broadcast.copy', { name })} text={text} />
      </div>
      {figures.map((figure) => (
        <div key={figure}>
          <FigureHeading name={t(`broadcast.${figure}`)} definition={t(`broadcast.definition.${figure}`)}>
            <h3 className={own.label}>{t(`broadcast.${figure}`)}</h3>
            <p className={own.number}>{formatNumber(channel[figure])}</p>
          </FigureHeading>
        </div>
      ))}
      <Programmes id={id} name={name} month={month} />
    </li>
  )
}

const CardsSkeleton = () => (
  <Skeleton label={t('loading')}>
    <div className={own.cards}>
      <SkeletonBlock height={260} shape="card" />
      <SkeletonBlock height={260} shape="card" />
    </div>
  </Skeleton>
)
