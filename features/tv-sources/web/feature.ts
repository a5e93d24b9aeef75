import { forUsers, type WebFeature } from '#shell/feature.ts'

export const tvSources: WebFeature = {
  slots: [forUsers('operator.section', 'app', () => import('./operator/OperatorSection.tsx'), 'OperatorSection')],
}
