import { openDialog } from '#ui/dialogs.ts'
import type { Playlist, Series } from '../../contract.ts'

/** Opens the dialog that adds items, at a place of a series. @param title of the dialog: beside what */
export const insertItem = (channel: Playlist, series: Series, index: number, title: string): void =>
  void openDialog(() => import('../dialogs/AddItemDialog.tsx').then((module) => module.AddItemDialog), {
    channel,
    into: series.id,
    insert: { index, title },
  })
