import { LongText } from '#ui/LongText.tsx'
import type { PlayableItem } from './plan.ts'
import css from './ItemDescriptions.module.css'

export const hasDescription = ({ description, seriesDescription }: PlayableItem): boolean => Boolean(description || seriesDescription)

interface ItemDescriptionsProps {
  item: PlayableItem
  /** Whether to show the panel over the picture on demand, instead of below the picture. */
  over?: boolean
}

/** Descriptions of an item and its series. */
export function ItemDescriptions({ item, over = false }: ItemDescriptionsProps) {
  const { subtitle, description, seriesDescription } = item
  if (!hasDescription(item)) return null
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
