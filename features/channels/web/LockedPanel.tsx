import { Suspense } from 'react'
import { Boundary } from '#ui/Boundary.tsx'
import { lazily } from '#ui/lazily.ts'
import { SkeletonBlock } from '#ui/Skeleton.tsx'
import type { PackagePanelProps } from './PackagePanel.tsx'

// Only for locked things.
const PackagePanel = lazily(() => import('./PackagePanel.tsx').then((module) => module.PackagePanel))

/** {@link PackagePanel}. While its code loads, keeps its height in px: of its lines with padding and margin, and of each package. */
export const LockedPanel = (props: PackagePanelProps) => (
  <Boundary fallback={() => null}>
    <Suspense fallback={<SkeletonBlock height={(props.onPage ? 103 : 55) + props.tiers.length * 72} shape="card" />}>
      <PackagePanel {...props} />
    </Suspense>
  </Boundary>
)
