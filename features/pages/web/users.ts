import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Comes after the features with rows of the user on the home page. */
export const pagesOfUsers: WebFeature = {
  slots: [forUsers('screen.explanation', 'view', () => import('./welcome/ViewWelcome.tsx'), 'HomeWelcome')],
}
