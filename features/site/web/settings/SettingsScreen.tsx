import { useRead } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage, OperatorPageParts } from '#features/accounts/web/OperatorPage.tsx'
import { siteContract } from '../../contract.ts'
import { t } from '../texts.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { SettingChanges } from './SettingChanges.tsx'
import { RegistrationForm, SiteForm, UploadsForm } from './forms.tsx'
import { Invitations } from './Invitations.tsx'

/** Settings that apply immediately in all processes, and invitations to register. */
export const SettingsScreen = () => (
  <OperatorPage section={latePaths.operatorSettings()} title={t('section.settings')}>
    <OperatorPageParts beside="columns">
      <Settings />
      <Invitations />
      <SettingChanges />
    </OperatorPageParts>
  </OperatorPage>
)

function Settings() {
  const read = useRead(siteContract.listSettings, {})
  return (
    <LoadedContent read={read} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
      {(settings) => (
        <>
          <SiteForm settings={settings} />
          <RegistrationForm settings={settings} />
          <AnnouncementForm settings={settings} />
          <UploadsForm settings={settings} />
        </>
      )}
    </LoadedContent>
  )
}
