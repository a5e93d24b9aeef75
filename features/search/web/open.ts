import { openDialog } from '#ui/dialogs.ts'

/** Opens the search. */
export const openSearch = (): void => void openDialog(() => import('./SearchDialog.tsx').then((module) => module.SearchDialog), {})
