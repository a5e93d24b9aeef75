import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Adds teams, whose members fill channels together. */
export const teams: WebFeature = {
  actions: [{ audience: 'users', types: ['team', 'app'], load: () => import('./actions.ts').then((module) => module.teamActions) }],
  slots: [
    forUsers('screen.bell', 'app', () => import('./mode/TeamBadge.tsx'), 'TeamBadge'),
    forUsers('settings.account', 'app', () => import('./TeamsRow.tsx'), 'TeamsRow'),
    forUsers('settings.dial', 'app', () => import('./mode/TeamStops.tsx'), 'TeamStops'),
    forUsers('teams.actions', 'team', () => import('./mode/WorkAsButton.tsx'), 'WorkAsButton'),
  ],
}
