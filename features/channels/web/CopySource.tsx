import { Suspense } from 'react'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { lazily } from '#ui/lazily.ts'
import type { Source } from '../contract.ts'

// Loads on demand, because few things are copies.
const SourceLine = lazily(() => import('./SourceLine.tsx').then((module) => module.SourceLine))

interface CopySourceProps {
  source: Source
  /** Renders text without links. */
  plain?: boolean
}

/** The source of a copy, on its own line. The line's height is reserved while the code loads. */
export const CopySource = ({ source, plain }: CopySourceProps) => (
  <ErrorBoundary fallback={() => null}>
    <Suspense fallback={'\u00a0'}>
      <SourceLine source={source} plain={plain} />
    </Suspense>
  </ErrorBoundary>
)
