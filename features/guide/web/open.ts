import { openDialog } from '#ui/dialogs.ts'
import type { KnownProgramme } from './programmes.ts'

/** Opens the dialog of a programme, as broadcast on a channel. */
export const openProgramme = (channelId: string, known: KnownProgramme): void =>
  void openDialog(() => import('./ProgrammeDialog.tsx').then((module) => module.ProgrammeDialog), {
    channelId,
    known,
    onChoose: openProgramme,
  })

export const openGuideSearch = (): void =>
  void openDialog(() => import('./screen/GuideSearchDialog.tsx').then((module) => module.GuideSearchDialog), { onChoose: openProgramme })
