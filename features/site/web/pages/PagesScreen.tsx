import { useRead } from '#kit/web/read.ts'
import { ChipChoice } from '#ui/choices.tsx'
import { confirmDiscard } from '#ui/confirm.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { hasUnsaved } from '#ui/unsaved.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { useQueryFilters } from '#shell/useQueryFilters.ts'
import { siteContract } from '../../contract.ts'
import { welcomePages } from '../../rules.ts'
import { t } from '../texts.ts'
import { PageEditor } from './PageEditor.tsx'

/** Introductions of the seven pages. */
export const PagesScreen = () => (
  <OperatorPage section={latePaths.operatorPages()} title={t('section.pages')}>
    <Pages />
  </OperatorPage>
)

type PageName = (typeof welcomePages)[number]

function Pages() {
  const [address, change] = useQueryFilters()
  const page = welcomePages.find((name) => name === address.get('page')) ?? 'globe'
  const choose = async (next: PageName) => {
    if (!hasUnsaved() || (await confirmDiscard())) change({ page: next })
  }
  return (
    <>
      <ChipChoice
        label={t('pages.show')}
        options={welcomePages.map((value) => ({ value, name: t(`pages.page.${value}`) }))}
        value={page}
        onChange={(next) => void choose(next)}
      />
      <Page key={page} page={page} />
    </>
  )
}

function Page({ page }: { page: PageName }) {
  const read = useRead(siteContract.getWelcome, { params: { page } })
  return (
    <LoadedContent read={read} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
      {(welcome) => <PageEditor page={page} welcome={welcome} />}
    </LoadedContent>
  )
}
