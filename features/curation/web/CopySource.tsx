import { Suspense } from 'react'
import { Boundary } from '#ui/Boundary.tsx'
import { lazily } from '#ui/lazily.ts'
import type { Source } from '../contract.ts'

// Most of what is on a screen is no copy.
const SourceWords = lazily(() => import('./SourceWords.tsx').then((module) => module.SourceWords))

interface CopySourceProps {
  source: Source
  /** As text, without links. */
  plain?: boolean
}

/** Where a copy comes from, on a line of its own, which is there before the words are. */
export const CopySource = ({ source, plain }: CopySourceProps) => (
  <Boundary fallback={() => null}>
    <Suspense fallback={'\u00a0'}>
      <SourceWords source={source} plain={plain} />
    </Suspense>
  </Boundary>
)
