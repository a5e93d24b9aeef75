import { LiveLamp } from '#ui/Badge.tsx'
import css from './OnAirLabel.module.css'
import { t } from './texts.ts'

/** The lamp of live programmes, with its label. */
export const OnAirLabel = () => (
  <span className={css.onAir}>
    <LiveLamp />
    {t('live.live')}
  </span>
)
