import { useSyncExternalStore } from 'react'
import { formatNumber } from '#kit/web/format.ts'
import { formatAgo, formatDay } from '#kit/web/format-date.ts'
import { useRead } from '#kit/web/read.ts'
import { ChipChoice } from '#ui/choices.tsx'
import { Alert } from '#ui/Alert.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { go, pageHistory } from '#shell/navigation.ts'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { t } from '../texts.ts'
import { tvSourcesContract } from '../../contract.ts'
import { ChannelsPart } from './ChannelsPart.tsx'
import { GuidesPart } from './GuidesPart.tsx'
import { PromotionsPart } from './PromotionsPart.tsx'
import { SourcesPart } from './SourcesPart.tsx'
import { DetailList } from './DetailList.tsx'
import css from './operator.module.css'

const megabyte = 1_000_000

/** The country database: file, age and purpose. */
function CountryDatabasePart() {
  const read = useRead(tvSourcesContract.getPlaceDatabase, {})
  return (
    <LoadedContent read={read} failed={t('operator.failed')} skeleton={<ListSkeleton label={t('operator.loading')} height={72} />}>
      {({ file, bytes, made_at: madeAt }) => (
        <section className={css.card} aria-label={t('operator.place.title')}>
          <h2 className={css.title}>{t('operator.place.title')}</h2>
          <p>{t('operator.place.text')}</p>
          <DetailList
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
    </LoadedContent>
  )
}

const partsByName = {
  sources: SourcesPart,
  channels: ChannelsPart,
  guides: GuidesPart,
  promotions: PromotionsPart,
  place: CountryDatabasePart,
} as const
type PartName = keyof typeof partsByName
const partNames = Object.keys(partsByName) as PartName[]

/** Returns the part named in the URL's hash, so that reloads and links show the same part. */
const namedPart = (): PartName => partNames.find((name) => pageHistory.get().hash === `#${name}`) ?? 'sources'

/** The operators' page about television. */
export const OperatorTvScreen = () => (
  <OperatorPage section={latePaths.operatorTv()} title={t('operator.title')}>
    <Parts />
  </OperatorPage>
)

function Parts() {
  const name = useSyncExternalStore(pageHistory.subscribe, namedPart)
  const Part = partsByName[name]
  const show = (next: PartName) => go(`${pageHistory.get().path}#${next}`, { replace: true })
  return (
    <>
      <ChipChoice
        label={t('operator.show')}
        options={partNames.map((value) => ({ value, name: t(`operator.part.${value}`) }))}
        value={name}
        onChange={show}
      />
      <Part />
    </>
  )
}
