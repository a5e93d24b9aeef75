import { Lamp } from '#ui/Badge.tsx'
import css from './OnAir.module.css'
import { t } from './texts.ts'

/** The lamp, and what it says. */
export const OnAir = () => (
  <span className={css.onAir}>
    <Lamp />
    {t('live.live')}
  </span>
)
