import { Suspense } from 'react'
import { lazily } from '#ui/lazily.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { GlobeWelcome } from './GlobeWelcome.tsx'
import { isWelcomeView, useWelcome, type WelcomeView } from './useWelcome.ts'

// Whoever has hidden them all never fetches it.
const WelcomeBlock = lazily(() => import('./WelcomeBlock.tsx').then((module) => module.WelcomeBlock))

/** What explains a view, until one hides that. */
export const Welcome = ({ subject: { id } }: { subject: SubjectOf<'view'> }) => isWelcomeView(id) && <Explanation view={id} />

function Explanation({ view }: { view: WelcomeView }) {
  const { page, hide } = useWelcome(view)
  if (!page) return null
  if (view === 'globe') return <GlobeWelcome page={page} onHide={hide} />
  return (
    <Suspense>
      <WelcomeBlock page={page} onHide={hide} />
    </Suspense>
  )
}
