import { forUsers, type WebFeature } from '#shell/feature.ts'

/** The introduction for logged-in users. Registered after the features whose rows are above it on the home page. */
export const userPages: WebFeature = {
  slots: [forUsers('screen.explanation', 'view', () => import('./welcome/ViewWelcome.tsx'), 'HomeWelcome')],
}
