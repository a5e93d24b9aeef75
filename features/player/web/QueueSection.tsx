import { Suspense } from 'react'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { lazily } from '#ui/lazily.ts'
import type { QueueListProps } from './QueueList.tsx'

const QueueList = lazily(() => import('./QueueList.tsx').then((module) => module.QueueList))

/** The queue, in its own chunk because the player works without it. */
export const QueueSection = (props: QueueListProps) =>
  props.queue.items.length > 1 && (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <QueueList {...props} />
      </Suspense>
    </ErrorBoundary>
  )
