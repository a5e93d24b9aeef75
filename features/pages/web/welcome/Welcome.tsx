import { lazily } from '#ui/lazily.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { pagesContract } from '../../contract.ts'
import { GlobeWelcome } from './GlobeWelcome.tsx'
import { isWelcomeView, useWelcome } from './useWelcome.ts'

const ViewWelcome = lazily(() => import('./ViewWelcome.tsx').then((module) => module.ViewWelcome))

/** The introduction of a view, until hidden. */
export function Welcome({ subject: { id } }: { subject: SubjectOf<'view'> }) {
  if (!isWelcomeView(id)) return null
  if (id === 'globe') return <Globe />
  return <ViewWelcome view={id} />
}

function Globe() {
  const { page, hide } = useWelcome('globe', pagesContract.globe)
  return page && <GlobeWelcome page={page} onHide={hide} />
}
