import { Icon } from '#ui/Icon.tsx'
import { lockSimple } from '#ui/icons.ts'
import { t } from './texts.ts'

const imageRole = { role: 'img' } as const

/** Marks a thing that requires a package: an icon with a text for screen readers. */
export const LockMark = () => (
  <span {...imageRole} aria-label={t('lock.tier_required')}>
    <Icon icon={lockSimple} size={14} />
  </span>
)
