import type { WebFeature } from '#shell/feature.ts'
import { Welcome } from './welcome/Welcome.tsx'

export const pages: WebFeature = {
  // Not lazy, because it is at the top of a guest's first page.
  slots: [{ slot: 'screen.explanation', type: 'view', audience: 'everyone', Part: Welcome }],
}
