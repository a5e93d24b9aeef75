import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Parts for users. Registered after the features whose rows are above these on the home page. */
export const pagesOfUsers: WebFeature = {
  slots: [forUsers('screen.explanation', 'view', () => import('./welcome/ViewWelcome.tsx'), 'HomeWelcome')],
}
