import { State } from '#ui/State.tsx'
import { t } from '../texts.ts'
import { Screen } from './Screen.tsx'

/** Shown while the server does not answer; it goes away by itself. */
export const MaintenanceScreen = () => (
  <Screen>
    <State level={2} picture="error" title={t('maintenance.title')} text={t('maintenance.text')} />
  </Screen>
)
