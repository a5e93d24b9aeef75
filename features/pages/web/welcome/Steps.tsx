import { Icon } from '#ui/Icon.tsx'
import { linkSimple, rows, shareNetwork } from '#ui/icons.ts'
import { t } from '../texts.ts'
import css from './Steps.module.css'

const steps = [
  { icon: linkSimple, name: 'paste' },
  { icon: rows, name: 'arrange' },
  { icon: shareNetwork, name: 'share' },
] as const

/** The product in three steps. */
export const Steps = () => (
  <ol className={css.steps}>
    {steps.map(({ icon, name }) => (
      <li key={name} className={css.step}>
        <span className={css.mark}>
          <Icon of={icon} />
        </span>
        <div>
          <h3>{t(`how.${name}.title`)}</h3>
          <p className={css.text}>{t(`how.${name}.text`)}</p>
        </div>
      </li>
    ))}
  </ol>
)
