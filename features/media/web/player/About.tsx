import { LongText } from '#ui/LongText.tsx'
import css from './Panel.module.css'
import type { PlayableItem } from './plan.ts'

export const hasAbout = ({ description, seriesDescription }: PlayableItem): boolean => Boolean(description || seriesDescription)

interface AboutProps {
  item: PlayableItem
  /** Shown on demand over the picture instead of below it. */
  over?: boolean
}

/** Title and channel of the playing item. */
export const Titles = ({ item: { title, subtitle } }: Pick<AboutProps, 'item'>) => (
  <div className={css.titles}>
    <h2 className={css.title}>{title}</h2>
    {subtitle && <p className={css.subtitle}>{subtitle}</p>}
  </div>
)

/** Descriptions of the item and its series. */
export function About({ item, over = false }: AboutProps) {
  const { subtitle, description, seriesDescription } = item
  if (!hasAbout(item)) return null
  return (
    <div className={css.about} data-over={over || undefined}>
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
