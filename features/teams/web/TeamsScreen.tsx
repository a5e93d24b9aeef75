import { useEffect } from 'react'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { useSignedInOrTyping } from '#shell/useSignedInOrTyping.ts'
import { TeamList } from './TeamList.tsx'
import { TeamScreen } from './TeamScreen.tsx'

/** The list of the user's teams, or one team. Guests go to the home page. */
export function TeamsScreen({ teamId }: { teamId?: string | undefined }) {
  const signedIn = useSignedInOrTyping()
  const go = useGo()
  useEffect(() => {
    if (!signedIn) go(paths.home(), { replace: true })
  }, [signedIn, go])
  if (!signedIn) return <Screen busy>{null}</Screen>
  return teamId === undefined ? <TeamList /> : <TeamScreen key={teamId} id={teamId} />
}
