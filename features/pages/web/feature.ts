import { forUsers, type WebFeature } from '#shell/feature.ts'
import { Welcome } from './welcome/Welcome.tsx'

export const pages: WebFeature = {
  // Not lazy: it is at the top of a guest's first page.
  slots: [{ slot: 'screen.explanation', type: 'view', audience: 'everyone', Part: Welcome }],
}

/** Comes after the features with rows of the user on the home page. */
export const pagesOfUsers: WebFeature = {
  slots: [forUsers('screen.explanation', 'view', () => import('./welcome/ViewWelcome.tsx'), 'HomeWelcome')],
}
