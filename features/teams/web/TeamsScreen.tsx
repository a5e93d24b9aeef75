import { useEffect } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { TeamList } from './TeamList.tsx'
import { TeamScreen } from './TeamScreen.tsx'

/** The list of the user's teams, or one team. Guests go to the home page. */
export function TeamsScreen({ teamId }: { teamId?: string | undefined }) {
  const signedIn = useSignedIn()
  const go = useGo()
  useEffect(() => {
    if (!signedIn) go(paths.home(), { replace: true })
  }, [signedIn, go])
  if (!signedIn) return <Screen busy>{null}</Screen>
  return teamId === undefined ? <TeamList /> : <TeamScreen key={teamId} id={teamId} />
}
