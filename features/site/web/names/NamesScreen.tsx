import { useRead } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { siteContract } from '../../contract.ts'
import { t } from '../texts.ts'
import { BlockedWords } from './BlockedWords.tsx'
import { ExistingNames } from './ExistingNames.tsx'

/** Blocked words, and existing names that have them. */
export const NamesScreen = () => (
  <OperatorPage section={latePaths.operatorNames()} title={t('section.names')}>
    <Names />
  </OperatorPage>
)

function Names() {
  const read = useRead(siteContract.listSettings, {})
  return (
    <LoadedContent read={read} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
      {(settings) => (
        <>
          <BlockedWords settings={settings} />
          <ExistingNames version={settings.names.version} />
        </>
      )}
    </LoadedContent>
  )
}
