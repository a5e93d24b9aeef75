import { Suspense } from 'react'
import { Boundary } from '#ui/Boundary.tsx'
import { lazily } from '#ui/lazily.ts'
import { SkeletonBlock } from '#ui/Skeleton.tsx'
import type { PackagePanelProps } from './PackagePanel.tsx'

// Only for locked things.
const PackagePanel = lazily(() => import('./PackagePanel.tsx').then((module) => module.PackagePanel))

/** Height of the panel in px: its lines, and its packages. */
const heightOf = (packages: number, onPage: boolean) => 56 + Math.max(1, packages) * 76 + (onPage ? 32 : 0)

/** {@link PackagePanel}, with its room while its code loads. */
export const LockedPanel = (props: PackagePanelProps) => (
  <Boundary fallback={() => null}>
    <Suspense fallback={<SkeletonBlock height={heightOf(props.tiers.length, props.onPage === true)} shape="card" />}>
      <PackagePanel {...props} />
    </Suspense>
  </Boundary>
)
