import { useState } from 'react'
import { callEndpoint } from '#kit/contract/client.ts'
import { fetchFile } from '#kit/web/fetch-file.ts'
import { useLatestData } from '#kit/web/latest-data.ts'
import { useRead } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/choices.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { calendarBlank } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { statisticsContract } from '../../contract.ts'
import { type Grouping, groupings } from '../../rules.ts'
import { dateOf, formatRange } from '../dates.ts'
import { ExportButton } from '#ui/ExportButton.tsx'
import { defaultRange } from '../range/ranges.ts'
import css from '../Statistics.module.css'
import { t } from '../texts.ts'
import own from './details.module.css'
import { FiguresSkeleton } from './FiguresSkeleton.tsx'
import { Figures } from './Figures.tsx'
import { CurrentViewers } from './CurrentViewers.tsx'
import { NextVideos, Videos } from './Videos.tsx'
import { Sources } from './Sources.tsx'

/** HTTP statuses if the channel doesn't exist or is another user's. */
const missingStatuses = [403, 404]

/** The statistics of one channel. */
export function ChannelScreen({ id }: { id: string }) {
  const [range, setRange] = useState(() => defaultRange(dateOf()))
  const [type, setType] = useState<Grouping>('day')
  const query = { start_date: range.start, end_date: range.end, type }
  const read = useRead(statisticsContract.getStatistics, { params: { id }, query })

  // The figures of the previous range stay on screen until those of the new range have loaded.
  const latest = useLatestData(id, read.data)
  const statistics = read.error && latest?.isPrevious ? undefined : latest?.data
  const channel = latest?.data.playlist

  async function chooseRange() {
    const chosen = await openDialog(() => import('../range/RangeDialog.tsx').then((module) => module.RangeDialog), {
      range,
      today: dateOf(),
    })
    if (chosen) setRange(chosen)
  }

  if (read.error && missingStatuses.includes(read.error.status)) return <MissingScreen />
  return (
    <Screen
      title={channel?.name ?? t('title')}
      back={paths.statistics()}
      light={channel && { id: channel.id, picture: channel.icon }}
      busy={read.isPending}
    >
      <div className={css.page}>
        <div className={own.bar}>
          <Button icon={calendarBlank} aria-haspopup="dialog" onClick={() => void chooseRange()}>
            {t('range.shown', { range: formatRange(range.start, range.end) })}
          </Button>
          <SegmentedControl
            label={t('grouping.label')}
            options={groupings.map((value) => ({ value, name: t(`grouping.${value}`) }))}
            value={type}
            onChange={setType}
          />
          <ExportButton
            kind="line"
            fileName="statistics.csv"
            load={() => callEndpoint(statisticsContract.exportStatistics, { params: { id }, query }, fetchFile)}
          >
            {t('export')}
          </ExportButton>
        </div>
        <LoadedContent read={{ ...read, data: statistics }} failed={t('failed')} skeleton={<FiguresSkeleton />}>
          {(data) => (
            <>
              <CurrentViewers id={id} />
              <div className={own.figures} aria-busy={data !== read.data}>
                <Figures statistics={data} />
              </div>
              <div className={own.columns}>
                <Videos id={id} range={range} />
                <div className={own.column}>
                  <Sources id={id} range={range} />
                  <NextVideos id={id} range={range} />
                </div>
              </div>
            </>
          )}
        </LoadedContent>
      </div>
    </Screen>
  )
}

const MissingScreen = () => (
  <Screen title={t('title')} back={paths.statistics()}>
    <StateMessage picture="none" title={t('missing')} text={t('missing_text')}>
      <ButtonLink kind="accent" href={paths.statistics()}>
        {t('all')}
      </ButtonLink>
    </StateMessage>
  </Screen>
)
