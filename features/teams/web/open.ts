import { openDialog } from '#ui/dialogs.ts'
import type { Team } from '../contract.ts'

const loadTeamDialog = () => import('./TeamDialog.tsx').then((module) => module.TeamDialog)

export const createTeam = (): void => void openDialog(loadTeamDialog, { team: null })
export const editTeam = (team: Team): void => void openDialog(loadTeamDialog, { team })

/** @param id the team's id */
export const inviteMembers = (id: string): void =>
  void openDialog(() => import('./AddMemberDialog.tsx').then((module) => module.AddMemberDialog), { team: id })
