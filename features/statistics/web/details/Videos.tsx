import { AreaClosed } from '@visx/shape'
import { scaleLinear } from '@visx/scale'
import type { OutputOf } from '#kit/contract/endpoint.ts'
import { useRead } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { PictureRow, PictureRows, PictureRowsSkeleton } from '#ui/PictureRows.tsx'
import { statisticsContract } from '../../contract.ts'
import { FigureHeading } from '../FigureHeading.tsx'
import type { DateRange } from '../range/ranges.ts'
import css from '../Statistics.module.css'
import { formatSeconds } from '../figure.ts'
import { t } from '../texts.ts'
import own from './details.module.css'

interface VideosProps {
  id: string
  range: DateRange
}

const useVideos = ({ id, range }: VideosProps) =>
  useRead(statisticsContract.listVideoStatistics, { params: { id }, query: { start_date: range.start, end_date: range.end } })

type Video = OutputOf<typeof statisticsContract.listVideoStatistics>['videos'][number]

/** A table of the most viewed videos, with how long people watched them and how far they got. */
export function Videos(props: VideosProps) {
  const read = useVideos(props)
  return (
    <section className={css.section} aria-label={t('videos.title')}>
      <FigureHeading name={t('videos.title')} definition={t('videos.definition')}>
        <h2 className={css.title}>{t('videos.title')}</h2>
      </FigureHeading>
      <LoadedContent read={read} failed={t('videos.failed')} skeleton={<PictureRowsSkeleton label={t('loading')} />}>
        {({ videos }) =>
          videos.length === 0 ? (
            <p className={css.quiet}>{t('videos.none')}</p>
          ) : (
            <PictureRows label={t('videos.title')}>
              {videos.map((video) => (
                <PictureRow
                  key={video.id}
                  id={video.id}
                  name={video.is_deleted ? video.title || t('videos.deleted') : video.title}
                  picture={video.image}
                  about={aboutText(video)}
                  below={video.reached && <ReachedCurve viewers={video.viewers ?? 0} reached={video.reached} />}
                />
              ))}
            </PictureRows>
          )
        }
      </LoadedContent>
    </section>
  )
}

const aboutText = ({ views, viewers, watched_seconds: seconds }: Video) =>
  [
    t('list.views', { count: views }),
    ...(seconds === null || seconds === 0 ? [] : [t('videos.watched', { time: formatSeconds(seconds) })]),
    ...(viewers === null ? [] : [t('videos.viewers', { count: viewers })]),
  ].join(' · ')

const curveSize = { width: 120, height: 28 }

/** Draws a curve of how many viewers reached each tenth of a video. */
function ReachedCurve({ viewers, reached }: { viewers: number; reached: readonly number[] }) {
  const shares = [viewers, ...reached]
  const x = scaleLinear({ domain: [0, shares.length - 1], range: [0, curveSize.width] })
  const y = scaleLinear({ domain: [0, Math.max(1, viewers)], range: [curveSize.height, 1] })
  const text = t('videos.curve', { count: viewers, half: reached[4] ?? 0, end: reached.at(-1) ?? 0 })
  return (
    <div className={own.reached}>
      <svg viewBox={`0 0 ${curveSize.width} ${curveSize.height}`} className={own.curve} preserveAspectRatio="none" aria-hidden="true">
        <AreaClosed data={[...shares]} x={(_, at) => x(at)} y={(count) => y(count)} yScale={y} className={own.area!} />
      </svg>
      <p className={css.quiet}>{text}</p>
    </div>
  )
}

/** Shows for each video which videos people watched next. */
export function NextVideos(props: VideosProps) {
  const { data } = useVideos(props)
  return (
    <section className={css.section} aria-label={t('paths.title')}>
      <FigureHeading name={t('paths.title')} definition={t('paths.definition')}>
        <h2 className={css.title}>{t('paths.title')}</h2>
      </FigureHeading>
      {data &&
        (data.paths.length === 0 ? (
          <p className={css.quiet}>{t('paths.none')}</p>
        ) : (
          <ol className={own.lines}>
            {data.paths.map(({ from_id: fromId, from_title: from, to_id: toId, to_title: to, viewers }) => (
              <li key={`${fromId} ${toId}`} className={own.line}>
                <span className={own.words}>{t('paths.step', { from, to })}</span>
                <span className={css.quiet}>{t('paths.viewers', { count: viewers })}</span>
              </li>
            ))}
          </ol>
        ))}
    </section>
  )
}
