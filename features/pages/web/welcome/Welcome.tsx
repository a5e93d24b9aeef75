import { Coming } from '#ui/InOrder.tsx'
import { lazily } from '#ui/lazily.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { pagesContract } from '../../contract.ts'
import { GlobeWelcome } from './GlobeWelcome.tsx'
import { isWelcomeView, useWelcome } from './useWelcome.ts'

const ViewWelcome = lazily(() => import('./ViewWelcome.tsx').then((module) => module.ViewWelcome))

/** The introduction of a view, until hidden. On the home page, users see their own rows first. */
export function Welcome({ subject: { id } }: { subject: SubjectOf<'view'> }) {
  const signedIn = useSignedIn()
  if (!isWelcomeView(id)) return null
  if (id === 'globe') return signedIn ? null : <Globe />
  return <ViewWelcome view={id} />
}

function Globe() {
  const { page, isComing, hide } = useWelcome('globe', pagesContract.globe)
  return isComing ? <Coming /> : page && <GlobeWelcome page={page} onHide={hide} />
}
