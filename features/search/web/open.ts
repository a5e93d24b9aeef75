import { openDialog } from '#ui/dialogs.ts'

/** The field of the screen, if it has one: it takes the place of the dialog. */
export const searchField: { focus: (() => void) | undefined } = { focus: undefined }

/** Opens the search, or goes to the field of the screen. */
export function openSearch(): void {
  if (searchField.focus) return searchField.focus()
  void openDialog(() => import('./SearchDialog.tsx').then((module) => module.SearchDialog), {})
}
