import { LongText } from '#ui/LongText.tsx'
import css from './Panel.module.css'
import type { PlayableItem } from './plan.ts'

export const hasAbout = ({ description, seriesDescription }: PlayableItem): boolean => Boolean(description || seriesDescription)

interface AboutProps {
  item: PlayableItem
  /** Its title stands elsewhere already. */
  titled?: boolean
}

/** What plays: its title, and what it and its series are about. */
export function About({ item, titled = false }: AboutProps) {
  const { title, subtitle, description, seriesDescription } = item
  return (
    <div className={css.about} data-over={titled || undefined}>
      {!titled && <h2 className={css.title}>{title}</h2>}
      {!titled && subtitle && <p className={css.subtitle}>{subtitle}</p>}
      {description && <LongText className={css.description}>{description}</LongText>}
      {seriesDescription && (
        <div className={css.description}>
          {subtitle && <h3 className={css.series}>{subtitle}</h3>}
          <LongText>{seriesDescription}</LongText>
        </div>
      )}
    </div>
  )
}
