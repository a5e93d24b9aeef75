import { Button } from '#ui/Button.tsx'
import { arrowsOutCardinal } from '#ui/icons.ts'
import { arrangeBar, arranged, ownBar } from '../arrange/arranged.ts'
import { t } from '../texts.ts'
import { allOf, useMine } from '../useMine.ts'
import css from './ArrangeBarButton.module.css'

/** Begins to arrange one's own channels, for whoever has any beside the two that come with an account. */
export function ArrangeBarButton() {
  const { data: mine } = useMine()
  const isOn = arranged.use() === ownBar
  if (!mine || isOn || allOf(mine).length + mine.groups.length + mine.archivedGroups.length <= 2) return null
  return (
    <Button size="s" icon={arrowsOutCardinal} aria-label={t('bar.arrange')} onClick={arrangeBar} data-arranges-bar="">
      <span className={css.label}>{t('arrange.name')}</span>
    </Button>
  )
}
