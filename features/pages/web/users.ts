import { forUsers, type WebFeature } from '#shell/feature.ts'

/** The introductions for logged-in users. Registered after the features whose rows are above them on the home pages. */
export const userPages: WebFeature = {
  slots: [
    forUsers('screen.explanation', 'view', () => import('./welcome/ViewWelcome.tsx'), 'UserPublicHomeWelcome'),
    forUsers('screen.foot', 'view', () => import('./welcome/ViewWelcome.tsx'), 'OwnHomeWelcome'),
  ],
}
