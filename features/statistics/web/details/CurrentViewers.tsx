import { locale } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/read.ts'
import { statisticsContract } from '../../contract.ts'
import { smallCount } from '../../rules.ts'
import { FigureHeading } from '../FigureHeading.tsx'
import { t } from '../texts.ts'
import own from './details.module.css'

const refreshMs = 20_000

const watchingText = (watching: number | typeof smallCount) =>
  watching === smallCount ? t('now.few') : watching === 0 ? t('now.none') : t('now.watching', { count: watching })

/** The number of people who are watching, refreshed while the page is visible. */
export function CurrentViewers({ id }: { id: string }) {
  const { data, error } = useRead(statisticsContract.getViewersNow, { params: { id } }, { isProvisional: () => true, refreshMs })
  return (
    <section className={own.now} aria-label={t('now.title')}>
      <FigureHeading name={t('now.title')} definition={t('now.definition')}>
        <p className={own.watching}>
          {data !== undefined && data.watching !== 0 && <span className={own.lamp} aria-hidden="true" />}
          {data ? watchingText(data.watching) : error ? t('now.failed') : ''}
        </p>
      </FigureHeading>
      {data !== undefined && data.videos.length > 0 && (
        <ul className={own.lines}>
          {data.videos.map((video) => (
            <li key={video.id} className={own.line}>
              <span className={own.words}>{video.title}</span>
              <span className={own.viewers}>{video.watching.toLocaleString(locale)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
