import { Icon } from '#ui/Icon.tsx'
import { linkSimple, rows, shareNetwork } from '#ui/icons.ts'
import { t } from '../texts.ts'
import css from './Steps.module.css'

const steps = [
  { icon: linkSimple, name: 'paste' },
  { icon: rows, name: 'arrange' },
  { icon: shareNetwork, name: 'share' },
] as const

/** The product in three steps. @param level heading level of the steps */
export function Steps({ level }: { level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <ol className={css.steps}>
      {steps.map(({ icon, name }) => (
        <li key={name} className={css.step}>
          <span className={css.mark}>
            <Icon icon={icon} />
          </span>
          <div>
            <Heading className={css.title}>{t(`how.${name}.title`)}</Heading>
            <p className={css.text}>{t(`how.${name}.text`)}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
