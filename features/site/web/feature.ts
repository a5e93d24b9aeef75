import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Sections of the operator's console: pages, channels, names and settings of the site. */
export const site: WebFeature = {
  slots: [forUsers('operator.section', 'app', () => import('./OperatorSection.tsx'), 'OperatorSection')],
}
