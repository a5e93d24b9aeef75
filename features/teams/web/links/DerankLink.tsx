import { openDialog } from '#ui/dialogs.ts'
import { useLinkDialog } from './useLinkDialog.ts'

interface DerankLinkProps {
  /** Id of the admin who is asked. */
  user: string
  /** Team id. */
  team: string
  /** Name of the admin who asks. */
  admin: string
}

/** Opens the question to give up the admin role, from `/admin-derank/{user id}/{team id}/{team name}/{admin name}`. */
export function DerankLink({ user, team, admin }: DerankLinkProps) {
  useLinkDialog(true, location.pathname, team, () =>
    openDialog(() => import('./DerankDialog.tsx').then((module) => module.DerankDialog), { user, team, admin }),
  )
  return null
}
