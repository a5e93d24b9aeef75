import { Icon } from '#ui/Icon.tsx'
import { lockSimple } from '#ui/icons.ts'
import css from './LockMark.module.css'
import { t } from './texts.ts'

const asImage = { role: 'img' } as const

/** Marks a thing that requires a package: an icon with a text for screen readers. @param onDisc in the corner of a dial's stop */
export const LockMark = ({ onDisc }: { onDisc?: boolean }) => (
  <span {...asImage} aria-label={t('lock.tier_required')} className={onDisc ? css.onDisc : undefined}>
    <Icon of={lockSimple} size={14} />
  </span>
)
