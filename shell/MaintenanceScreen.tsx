import { State } from '#ui/State.tsx'
import { t } from './texts.ts'
import { Screen } from './Screen.tsx'
import css from './Shell.module.css'

/** Shown over the screen while the server does not answer; it goes away by itself, and all is as it was. */
export const MaintenanceScreen = () => (
  <div className={css.over}>
    <Screen>
      <State level={2} picture="error" title={t('maintenance.title')} text={t('maintenance.text')} />
    </Screen>
  </div>
)
