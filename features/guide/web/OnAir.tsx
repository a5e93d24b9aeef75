import { LiveLamp } from '#ui/Badge.tsx'
import css from './OnAir.module.css'
import { t } from './texts.ts'

/** The lamp of live programmes, with its label. */
export const OnAir = () => (
  <span className={css.onAir}>
    <LiveLamp />
    {t('live.live')}
  </span>
)
