import { Button } from '#ui/Button.tsx'
import { userFill, usersThree } from '#ui/icons.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { t } from '../texts.ts'
import { switchToUser, useActingTeam, switchToTeam } from './acting-team.ts'

/** A button on a team's page. It switches to acting for the team, or back. */
export function WorkAsButton({ subject }: { subject: SubjectOf<'team'> }) {
  const isActing = useActingTeam() === subject.id
  return isActing ? (
    <Button size="s" icon={userFill} onClick={() => void switchToUser()}>
      {t('mode.me')}
    </Button>
  ) : (
    <Button size="s" kind="accent" icon={usersThree} onClick={() => void switchToTeam(subject)}>
      {t('mode.work_as_team')}
    </Button>
  )
}
