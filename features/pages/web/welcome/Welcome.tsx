import { lazily } from '#ui/lazily.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { Introduction } from './Introduction.tsx'

const ViewWelcome = lazily(() => import('./ViewWelcome.tsx').then((module) => module.ViewWelcome))

/** The introduction of a view, until hidden. On the two home pages, users see their own rows or channels first. */
export function Welcome({ subject: { id } }: { subject: SubjectOf<'view'> }) {
  const signedIn = useSignedIn()
  if (signedIn && (id === 'globe' || id === 'heart')) return null
  return id === 'globe' ? <Introduction /> : <ViewWelcome view={id} />
}
