import { lazy } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { GuestSettings } from './GuestSettings.tsx'
import { OwnSettings } from './OwnSettings.tsx'

const EditProfile = lazy(() => import('../profile/EditProfileScreen.tsx').then((module) => ({ default: module.EditProfileScreen })))

interface SettingsScreenProps {
  view?: string | undefined
}

/** Who one is and how things should be: for a guest the ways in. */
export function SettingsScreen({ view }: SettingsScreenProps) {
  if (!useSignedIn()) return <GuestSettings />
  return view === 'editProfile' ? <EditProfile /> : <OwnSettings />
}
