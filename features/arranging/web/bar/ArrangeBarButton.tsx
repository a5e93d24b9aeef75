import { Button } from '#ui/Button.tsx'
import { arrowsOutCardinal } from '#ui/icons.ts'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { startArrangingBar, barEditModeId, stopArranging } from '../arrange/toggle-arranging.ts'
import { t } from '../texts.ts'
import { allChannels, useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import css from './ArrangeBarButton.module.css'
import { barParts } from './elements.ts'
import { barShortcuts } from './shortcuts.ts'

const buttonRef = barParts.ref('button')

/**
 * Starts the edit mode of the bar, and also ends it on screens with a wall of tiles. Hidden if the user has only the two built-in channels.
 */
export function ArrangeBarButton({ hasWall = false }: { hasWall?: boolean }) {
  const { data: myPlaylists } = useOwnChannels()
  const shortcuts = barShortcuts.use()
  const isOn = editModeId.use() === barEditModeId
  if (isOn && hasWall)
    return (
      <Button ref={buttonRef} size="s" kind="accent" onClick={stopArranging}>
        {t('arrange.done')}
      </Button>
    )
  if (
    !myPlaylists ||
    isOn ||
    allChannels(myPlaylists).length + myPlaylists.groups.length + myPlaylists.archivedGroups.length + shortcuts.length <= 2
  )
    return null
  return (
    <Button ref={buttonRef} size="s" icon={arrowsOutCardinal} aria-label={t('bar.arrange')} onClick={startArrangingBar}>
      <span className={css.label}>{t('arrange.name')}</span>
    </Button>
  )
}
