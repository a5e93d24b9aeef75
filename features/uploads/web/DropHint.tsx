import { Icon } from '#ui/Icon.tsx'
import { cloudArrowUp } from '#ui/icons.ts'
import { dropTarget } from './drops.ts'
import css from './DropHint.module.css'
import { t } from './texts.ts'

/** Shows the target of files dragged over the page. */
export function DropHint() {
  const target = dropTarget.use()
  if (!target) return null
  const { channel, series, box } = target
  return (
    <div className={css.hint} style={box} aria-hidden="true">
      <span className={css.words}>
        <Icon of={cloudArrowUp} size={20} />
        {t('file.drop_on', { name: series?.name ?? channel.name })}
      </span>
    </div>
  )
}
