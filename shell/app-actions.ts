import { arrowClockwise, arrowCounterClockwise, keyboard, moon, translate } from '#ui/icons.ts'
import { language } from '#kit/web/i18n.ts'
import { storage } from '#kit/web/storage.ts'
import { switchLanguage } from './switch-language.ts'
import type { ActionTable } from './feature.ts'
import { t } from './texts.ts'
import { helpKeys } from './shortcut-lists.ts'
import { openShortcutHelp } from './shortcuts.ts'
import { canRedo, canUndo, redoStep, undoStep } from './undo-history.ts'

/** Actions available everywhere. */
export const appActions: ActionTable = {
  app: [
    {
      id: 'app.undo',
      section: 'edit',
      label: () => t('undo.action'),
      icon: arrowCounterClockwise,
      keys: 'Mod+z',
      visible: canUndo,
      run: () => undoStep(),
    },
    {
      id: 'app.redo',
      section: 'edit',
      label: () => t('undo.redo'),
      icon: arrowClockwise,
      keys: 'Mod+Shift+z',
      visible: canRedo,
      run: redoStep,
    },
    {
      id: 'app.shortcuts',
      section: 'preferences',
      label: () => t('shortcuts.title'),
      icon: keyboard,
      keys: helpKeys,
      run: openShortcutHelp,
    },
    {
      id: 'app.theme',
      section: 'preferences',
      label: () => t(isLight() ? 'palette.dark' : 'palette.light'),
      icon: moon,
      run: () => storage.set('theme', isLight() ? 'dark-theme' : 'light-theme'),
    },
    {
      id: 'app.language',
      section: 'preferences',
      label: () => t('palette.other_language'),
      icon: translate,
      run: () => switchLanguage(language === 'nl' ? 'en' : 'nl'),
    },
  ],
}

const isLight = () => storage.get('theme') === 'light-theme'
