import { forUsers, type WebFeature } from '#shell/feature.ts'
import { t } from './texts.ts'

/** Sections of the operator's console: overview, jobs and storage. */
export const operations: WebFeature = {
  slots: [forUsers('operator.section', 'app', () => import('./OperatorSection.tsx'), 'OperatorSection')],
  destinations: [{ name: () => t('console'), list: async (read) => (await import('./console-pages.ts')).listConsolePages(read) }],
}
