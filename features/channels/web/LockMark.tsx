import { Icon } from '#ui/Icon.tsx'
import { lockSimple } from '#ui/icons.ts'
import css from './LockMark.module.css'
import { t } from './texts.ts'

/** Marks a thing that requires a package. @param bare shows the icon only; screen readers get the text */
export const LockMark = ({ bare = false }: { bare?: boolean }) => (
  <>
    <Icon of={lockSimple} size={14} /> <span className={bare ? css.words : undefined}>{t('lock.tier_required')}</span>
  </>
)
