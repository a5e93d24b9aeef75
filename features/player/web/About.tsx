import { LongText } from '#ui/LongText.tsx'
import type { PlayableItem } from './plan.ts'
import css from './About.module.css'

export const hasAbout = ({ description, seriesDescription }: PlayableItem): boolean => Boolean(description || seriesDescription)

interface AboutProps {
  item: PlayableItem
  /** Whether to show the panel over the picture on demand, instead of below the picture. */
  over?: boolean
}

/** Descriptions of an item and its series. */
export function About({ item, over = false }: AboutProps) {
  const { subtitle, description, seriesDescription } = item
  if (!hasAbout(item)) return null
  return (
    <div className={css.about} data-about="" data-over={over || undefined}>
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
