import { createStore } from '#ui/store.ts'

/** The id of the channel in edit mode, or `bar` for the user's bar; undefined if there is none. */
export const editModeId = createStore<string | undefined>(undefined)

/** Whether the channel is in edit mode, in which menus have actions that insert videos. */
export const isInEditMode = ({ id }: { id: string }): boolean => editModeId.get() === id
