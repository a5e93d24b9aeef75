import { Icon } from '#ui/Icon.tsx'
import { check } from '#ui/icons.ts'
import { Progress } from '#ui/Spinner.tsx'
import type { SubjectOf } from '#shell/subjects.ts'
import { progressFraction } from '../rules.ts'
import css from './CardProgress.module.css'
import { usePosition } from './positions.ts'
import { t } from './texts.ts'

/** Shows on a card's picture how much the user has watched: a bar, or a mark if the video was watched. */
export function CardProgress({ subject }: { subject: SubjectOf<'video'> }) {
  const position = usePosition(subject.id)
  if (!position || subject.video.is_live) return null
  if (position.watched)
    return (
      <span className={css.watched}>
        <Icon icon={check} size={12} />
        {t('card.watched')}
      </span>
    )
  const fraction = progressFraction(position)
  if (!fraction) return null
  return <Progress className={css.bar} label={t('card.seen', { percent: Math.round(fraction * 100) })} value={fraction} />
}
