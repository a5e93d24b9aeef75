import { Suspense } from 'react'
import { Boundary } from '#ui/Boundary.tsx'
import { lazily } from '#ui/lazily.ts'
import type { QueueListProps } from './QueueList.tsx'

const QueueList = lazily(() => import('./QueueList.tsx').then((module) => module.QueueList))

/** The queue, in its own chunk because the player works without it. */
export const ComingItems = (props: QueueListProps) =>
  props.queue.items.length > 1 && (
    <Boundary fallback={() => null}>
      <Suspense>
        <QueueList {...props} />
      </Suspense>
    </Boundary>
  )
