import { Suspense } from 'react'
import { Boundary } from '#ui/Boundary.tsx'
import { lazily } from '#ui/lazily.ts'
import { SkeletonBlock } from '#ui/Skeleton.tsx'
import type { PackagePanelProps } from './PackagePanel.tsx'

// Only for locked things.
const PackagePanel = lazily(() => import('./PackagePanel.tsx').then((module) => module.PackagePanel))

/** Height of the panel in px: its lines, its packages, and on a page its padding and margin. */
const heightOf = (packages: number, onPage: boolean) => 54.4 + Math.max(1, packages) * 72.3 + (onPage ? 48 : 0)

/** {@link PackagePanel}, with its room while its code loads. */
export const LockedPanel = (props: PackagePanelProps) => (
  <Boundary fallback={() => null}>
    <Suspense fallback={<SkeletonBlock height={heightOf(props.tiers.length, props.onPage === true)} shape="card" />}>
      <PackagePanel {...props} />
    </Suspense>
  </Boundary>
)
