import { openDialog } from '#ui/dialogs.ts'
import type { Group, PlaylistTile } from '#features/channels/contract.ts'
import type { PlaceDialogOptions } from './dialogs/PlaceDialog.tsx'

/** Opens dialogs for arranging, and loads their code. */

/** Chooses a target for moving or saving, and performs it. */
export const openPlaceDialog = (choice: PlaceDialogOptions) =>
  void openDialog(() => import('./dialogs/PlaceDialog.tsx').then((module) => module.PlaceDialog), choice)

/** Opens the dialog for a new group, with these channels selected. */
export const openCreateGroupDialog = (channels: readonly PlaylistTile[]) =>
  void openDialog(() => import('./dialogs/GroupDialogs.tsx').then((module) => module.CreateGroupDialog), { channels })

export const openEditGroupDialog = (group: Group) =>
  void openDialog(() => import('./dialogs/GroupDialogs.tsx').then((module) => module.EditGroupDialog), { group })

/** Chooses a group for a channel; resolves with the group, or `new`. */
export const openChooseGroupDialog = (name: string) =>
  openDialog(() => import('./dialogs/GroupDialogs.tsx').then((module) => module.ChooseGroupDialog), { name })
