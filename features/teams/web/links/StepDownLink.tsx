import { openDialog } from '#ui/dialogs.ts'
import { useLinkDialog } from './useLinkDialog.ts'

interface StepDownLinkProps {
  /** Id of the admin who was asked. */
  user: string
  /** The team's id. */
  team: string
  /** Name of the admin who asked. */
  admin: string
}

/** Asks an admin to give up the role, at the address `/admin-derank/{user id}/{team id}/{team name}/{admin name}`. */
export function StepDownLink({ user, team, admin }: StepDownLinkProps) {
  useLinkDialog(true, location.pathname, team, () =>
    openDialog(() => import('./StepDownDialog.tsx').then((module) => module.StepDownDialog), { user, team, admin }),
  )
  return null
}
