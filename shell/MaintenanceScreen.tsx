import { State } from '#ui/State.tsx'
import { t } from './texts.ts'
import { Screen } from './Screen.tsx'
import css from './Shell.module.css'

/** Covers the screen while the server doesn't respond, and disappears by itself. */
export const MaintenanceScreen = () => (
  <div className={css.over}>
    <Screen>
      <State level={2} picture="error" title={t('maintenance.title')} text={t('maintenance.text')} />
    </Screen>
  </div>
)
