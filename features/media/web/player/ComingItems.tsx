import { Suspense } from 'react'
import { Boundary } from '#ui/Boundary.tsx'
import { lazily } from '#ui/lazily.ts'
import type { QueueListProps } from './QueueList.tsx'

const QueueList = lazily(() => import('./QueueList.tsx').then((module) => module.QueueList))

/** The queue, whose code comes after the player's: what plays needs none of it. Without it there is no list, and all else works. */
export const ComingItems = (props: QueueListProps) =>
  props.queue.items.length > 1 && (
    <Boundary fallback={() => null}>
      <Suspense>
        <QueueList {...props} />
      </Suspense>
    </Boundary>
  )
