import { formatAgo, formatDay, formatNumber } from '#kit/web/format.ts'
import { useRead } from '#kit/web/use.ts'
import { Alert } from '#ui/Alert.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { televisionContract } from '../../contract.ts'
import { t } from '../texts.ts'
import { Facts } from './Facts.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import css from './operator.module.css'

const megabyte = 1_000_000

/** The file that says where an address is, how old it is, and what it is for. */
export function PlacePart() {
  const read = useRead(televisionContract.getPlaceDatabase, {})
  return (
    <Loaded read={read} failed={t('operator.failed')} skeleton={<ListSkeleton />}>
      {({ file, bytes, made_at: madeAt }) => (
        <section className={css.card} aria-label={t('operator.place.title')}>
          <h2 className={css.title}>{t('operator.place.title')}</h2>
          <p>{t('operator.place.text')}</p>
          <Facts
            facts={[
              [t('operator.place.file'), file],
              madeAt !== null && [
                t('operator.place.age'),
                t('operator.place.age_value', { day: formatDay(madeAt), ago: formatAgo(madeAt) }),
              ],
              bytes !== null && [
                t('operator.place.size'),
                t('operator.place.size_value', { size: formatNumber(Math.round(bytes / megabyte)) }),
              ],
            ]}
          />
          {bytes === null ? <Alert>{t('operator.place.unread')}</Alert> : <p className={css.quiet}>{t('operator.place.renew')}</p>}
        </section>
      )}
    </Loaded>
  )
}
