import { lazy, Suspense } from 'react'
import type { WelcomeView } from '#web/shell/welcome.tsx'
import { GlobeWelcome } from './GlobeWelcome.tsx'

// What guests see first is here already; the rest comes where it is shown.
const WelcomeBlock = lazy(() => import('./WelcomeBlock.tsx').then((module) => ({ default: module.WelcomeBlock })))

/** What explains a view. */
export const Welcome = ({ view }: { view: WelcomeView }) =>
  view === 'globe' ? (
    <GlobeWelcome />
  ) : (
    <Suspense>
      <WelcomeBlock view={view} />
    </Suspense>
  )
