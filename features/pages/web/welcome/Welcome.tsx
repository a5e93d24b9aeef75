import { lazily } from '#ui/lazily.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { Introduction } from './Introduction.tsx'

const ViewWelcome = lazily(() => import('./ViewWelcome.tsx').then((module) => module.ViewWelcome))

/** The introduction of a view, until hidden. On the home page, users see their own rows first. */
export function Welcome({ subject: { id } }: { subject: SubjectOf<'view'> }) {
  const signedIn = useSignedIn()
  if (id !== 'globe') return <ViewWelcome view={id} />
  return signedIn ? null : <Introduction />
}
