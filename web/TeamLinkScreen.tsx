import { StepDownLink } from '#features/teams/web/links/StepDownLink.tsx'
import { InvitationLink } from '#features/teams/web/links/InvitationLink.tsx'
import { NotFoundScreen } from '#shell/NotFoundScreen.tsx'
import { SettingsScreen } from './later-screens.tsx'

/** Decodes the parts of a path. Returns undefined if the encoding is invalid. */
function partsOf(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function linkOf([page, ...parts]: readonly string[]) {
  const kind = page?.toLowerCase()
  if (kind === 'request') {
    const [team, name, ...others] = parts
    if (team !== undefined && name !== undefined && others.length === 0) return <InvitationLink team={team} name={name} />
  }
  if (kind === 'admin-derank') {
    const [user, team, teamName, admin, ...others] = parts
    if (user !== undefined && team !== undefined && teamName !== undefined && admin !== undefined && others.length === 0)
      return <StepDownLink user={user} team={team} admin={admin} />
  }
  return undefined
}

/** The settings, with the dialog of an emailed link to a team. @param path the path after the language */
export function TeamLinkScreen({ path }: { path: string }) {
  const link = linkOf(partsOf(path) ?? [])
  if (!link) return <NotFoundScreen />
  return (
    <>
      <SettingsScreen />
      {link}
    </>
  )
}
