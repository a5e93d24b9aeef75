import { storage } from '#kit/web/storage.ts'
import { typedInput } from '#kit/web/tab.ts'
import { actingTeam } from '#kit/web/viewer.ts'
import { toast } from '#ui/toasts.ts'
import { hasUnsaved, runWhenSaved } from '#ui/unsaved.ts'
import { t } from '../texts.ts'

let currentTeam = actingTeam()

/** When another tab switches the mode, saves this tab's typed input for the previous user or team. */
export const saveTypedOnSwitch = (): (() => void) =>
  storage.subscribe(() => {
    const previousTeam = currentTeam
    currentTeam = actingTeam()
    if (currentTeam === previousTeam || typedInput.team !== undefined || !hasUnsaved()) return
    typedInput.team = previousTeam ?? ''
    toast(t('mode.typed'))
    runWhenSaved(() => (typedInput.team = undefined))
  })
