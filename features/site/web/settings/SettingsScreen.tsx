import { useRead } from '#kit/web/read.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage, OperatorParts } from '#features/accounts/web/OperatorPage.tsx'
import { siteContract } from '../../contract.ts'
import { t } from '../texts.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { Changes } from './Changes.tsx'
import { RegistrationForm, SiteForm, UploadsForm } from './forms.tsx'
import { Invitations } from './Invitations.tsx'

/** Settings that apply immediately in all processes, and invitations to register. */
export const SettingsScreen = () => (
  <OperatorPage section={latePaths.operatorSettings()} title={t('section.settings')}>
    <OperatorParts beside="columns">
      <Settings />
      <Invitations />
      <Changes />
    </OperatorParts>
  </OperatorPage>
)

function Settings() {
  const read = useRead(siteContract.listSettings, {})
  return (
    <Loaded read={read} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
      {(settings) => (
        <>
          <SiteForm settings={settings} />
          <RegistrationForm settings={settings} />
          <AnnouncementForm settings={settings} />
          <UploadsForm settings={settings} />
        </>
      )}
    </Loaded>
  )
}
