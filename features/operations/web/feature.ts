import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Sections of the operator's console: overview, jobs and storage. */
export const operations: WebFeature = {
  slots: [forUsers('operator.section', 'app', () => import('./OperatorSection.tsx'), 'OperatorSection')],
}
