import { openDialog } from '#ui/dialogs.ts'

export const openSearch = (): void =>
  void openDialog(() => import('./SearchDialog.tsx').then((module) => module.SearchDialog), {}, { isOfPage: true })
