import type { ComponentType } from 'react'
import { createStore } from '#ui/store.ts'

/** The list of all settings, once its code has loaded. Skeletons of settings keep it in view. */
export const settingList = createStore<{ List: ComponentType<{ /** Address of the open setting. */ current: string }> } | undefined>(
  undefined,
)

/** Profiles of other users, and mailed links, open without the list of settings. */
const settingsWithoutList = ['user', 'verify_url', 'end_sessions']

/** @param values of the address, or of the history entry, which keeps the secret of a mailed link */
export const isSettingAlone = (values: Readonly<Record<string, string | undefined>>): boolean =>
  settingsWithoutList.some((name) => values[name] !== undefined)
