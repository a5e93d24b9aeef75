import { storage } from '#kit/web/storage.ts'
import { typedFor } from '#kit/web/tab.ts'
import { toast } from '#ui/toasts.ts'
import { hasUnsaved, runWhenSaved } from '#ui/unsaved.ts'
import { t } from '../texts.ts'
import { actingTeam } from './mode.ts'

let acting = actingTeam()

/** When another tab switches the mode, saves this tab's typed input for the previous user or team. */
export const keepTypedMode = (): (() => void) =>
  storage.subscribe(() => {
    const formerMode = acting
    acting = actingTeam()
    if (acting === formerMode || typedFor.team !== undefined || !hasUnsaved()) return
    typedFor.team = formerMode ?? ''
    toast(t('mode.typed'))
    runWhenSaved(() => (typedFor.team = undefined))
  })
