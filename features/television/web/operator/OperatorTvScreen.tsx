import { type ReactNode, useSyncExternalStore } from 'react'
import { ChipChoice } from '#ui/choices.tsx'
import { go, pageHistory } from '#shell/navigation.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { t } from '../texts.ts'
import { ChannelsPart } from './ChannelsPart.tsx'
import { GuidesPart } from './GuidesPart.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { PlacePart } from './PlacePart.tsx'
import { PromotionsPart } from './PromotionsPart.tsx'
import { SourcesPart } from './SourcesPart.tsx'

const parts = { sources: SourcesPart, channels: ChannelsPart, guides: GuidesPart, promotions: PromotionsPart, place: PlacePart } as const
type PartName = keyof typeof parts
const names = Object.keys(parts) as PartName[]

/** The part that the address names after its `#`: a reload, a link, and an address that is typed lead there. */
const namedPart = (): PartName => names.find((name) => pageHistory.get().hash === `#${name}`) ?? 'sources'

/** Where operators look after television. @param otherwise what everybody else sees here */
export const OperatorTvScreen = ({ otherwise }: { otherwise: ReactNode }) => (
  <OperatorPage
    title={t('operator.title')}
    login={t('operator.login')}
    failed={t('operator.failed')}
    skeleton={<ListSkeleton />}
    otherwise={otherwise}
  >
    <Parts />
  </OperatorPage>
)

function Parts() {
  const name = useSyncExternalStore(pageHistory.subscribe, namedPart)
  const Part = parts[name]
  const show = (next: PartName) => go(`${pageHistory.get().path}#${next}`, { replace: true })
  return (
    <>
      <ChipChoice
        label={t('operator.show')}
        options={names.map((value) => ({ value, name: t(`operator.part.${value}`) }))}
        value={name}
        onChange={show}
      />
      <Part />
    </>
  )
}
