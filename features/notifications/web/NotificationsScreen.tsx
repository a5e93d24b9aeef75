import { bell } from '#ui/icons.ts'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { NotificationList, SettingsLink } from './NotificationList.tsx'
import { t } from './texts.ts'

export const NotificationsScreen = () => (
  <PersonalScreen title={t('list.title')} aside={<SettingsLink />} login={t('list.login')} icon={bell}>
    <NotificationList />
  </PersonalScreen>
)
