import type { OutputOf } from '#kit/contract/endpoint.ts'
import { formatPercent } from '#kit/web/format.ts'
import { useRead } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { socialNetworks } from '#features/sharing/rules.ts'
import { t as sharingTexts } from '#features/sharing/web/texts.ts'
import { statisticsContract } from '../../contract.ts'
import { FigureHeading } from '../FigureHeading.tsx'
import type { DateRange } from '../range/ranges.ts'
import css from '../Statistics.module.css'
import { t } from '../texts.ts'
import own from './details.module.css'

type Source = OutputOf<typeof statisticsContract.listViewSources>['sources'][number]

function sourceText({ kind, name }: Source): string {
  if (kind === 'direct' || kind === 'feed') return t(`sources.${kind}`)
  if (kind === 'embed') return name === null ? t('sources.embed_unknown') : t('sources.embed', { name })
  const network = socialNetworks.find((socialNetwork) => socialNetwork === name)
  return network === undefined ? t('sources.share_unknown') : t('sources.share', { name: networkName(network) })
}
const networkName = (network: (typeof socialNetworks)[number]) => sharingTexts(`share.network.${network}`)

/** Lists how viewers came to the channel, most views first. */
export function Sources({ id, range }: { id: string; range: DateRange }) {
  const read = useRead(statisticsContract.listViewSources, { params: { id }, query: { start_date: range.start, end_date: range.end } })
  return (
    <section className={css.section} aria-label={t('sources.title')}>
      <FigureHeading name={t('sources.title')} definition={t('sources.definition')}>
        <h2 className={css.title}>{t('sources.title')}</h2>
      </FigureHeading>
      <LoadedContent read={read} failed={t('sources.failed')} skeleton={<SourcesSkeleton />}>
        {({ sources }) => {
          const total = sources.reduce((sum, { views }) => sum + views, 0)
          return sources.length === 0 ? (
            <p className={css.quiet}>{t('sources.none')}</p>
          ) : (
            <ul className={own.lines}>
              {sources.map((source) => (
                <li key={`${source.kind} ${source.name}`} className={own.source}>
                  <p className={own.line}>
                    <span className={own.words}>{sourceText(source)}</span>
                    <span className={css.quiet}>
                      {t('sources.views', {
                        views: t('list.views', { count: source.views }),
                        percent: formatPercent(source.views / total),
                      })}
                    </span>
                  </p>
                  <span className={own.share} style={{ inlineSize: `${(100 * source.views) / total}%` }} />
                </li>
              ))}
            </ul>
          )
        }}
      </LoadedContent>
    </section>
  )
}

const SourcesSkeleton = () => (
  <Skeleton label={t('loading')}>
    <SkeletonBlock height={120} shape="card" />
  </Skeleton>
)
