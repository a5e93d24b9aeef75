import { useState } from 'react'
import { callEndpoint } from '#kit/contract/client.ts'
import { fetchFile } from '#kit/web/fetch-file.ts'
import { formatNumber } from '#kit/web/format.ts'
import { usePages } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { statisticsContract } from '../../contract.ts'
import table from '../chart/PointTable.module.css'
import { formatMoment } from '../dates.ts'
import { ExportButton } from '#ui/ExportButton.tsx'
import css from '../Statistics.module.css'
import { t } from '../texts.ts'
import own from './broadcast.module.css'

interface ProgrammesProps {
  id: string
  name: string
  /** `YYYY-MM`. */
  month: string
}

/** A list of the programmes of a TV channel that had viewers in a month. It opens on demand. */
export function Programmes(props: ProgrammesProps) {
  const [hasOpened, setHasOpened] = useState(false)
  return (
    <details className={table.details} onToggle={(event) => event.currentTarget.open && setHasOpened(true)}>
      <summary className={table.summary}>{t('broadcast.programmes.open')}</summary>
      {hasOpened && <ProgrammeList key={props.month} {...props} />}
    </details>
  )
}

function ProgrammeList({ id, name, month }: ProgrammesProps) {
  const query = { date_to: month }
  const pages = usePages(statisticsContract.listProgrammeAudience, { params: { id }, query })
  return (
    <LoadedContent read={{ ...pages, data: pages.items }} failed={t('broadcast.programmes.failed')} skeleton={<ListSkeleton />}>
      {(programmes) => (
        <div className={own.programmes}>
          <p className={css.quiet}>{t(programmes.length === 0 ? 'broadcast.programmes.none' : 'broadcast.programmes.definition')}</p>
          {programmes.length > 0 && (
            <>
              <table className={table.table} aria-label={t('broadcast.programmes.table', { name })}>
                <thead>
                  <tr>
                    <th scope="col">{t('broadcast.programmes.programme')}</th>
                    <th scope="col">{t('broadcast.programmes.start')}</th>
                    <th scope="col" className={table.number}>
                      {t('broadcast.programmes.viewers')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {programmes.map((programme) => (
                    <tr key={programme.starts_at}>
                      <th scope="row" className={own.programme}>
                        {programme.title}
                      </th>
                      <td>{formatMoment(programme.starts_at)}</td>
                      <td className={table.number}>{formatNumber(programme.viewers)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton />} />
              <div>
                <ExportButton
                  kind="line"
                  fileName="programmes.csv"
                  load={() => callEndpoint(statisticsContract.exportProgrammeAudience, { params: { id }, query }, fetchFile)}
                >
                  {t('export')}
                </ExportButton>
              </div>
            </>
          )}
        </div>
      )}
    </LoadedContent>
  )
}

const ListSkeleton = () => (
  <Skeleton label={t('loading')}>
    <SkeletonBlock height={160} shape="card" />
  </Skeleton>
)
