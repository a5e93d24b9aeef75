import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Members of a team see who else has a channel open, and what they drag. */
export const together: WebFeature = {
  slots: [forUsers('screen.aside', 'playlist', () => import('./PresentMembers.tsx'), 'PresentMembers')],
}
