import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { arrowClockwise } from './icons.ts'
import { DelayedSkeleton } from './RevealInOrder.tsx'
import { StateMessage } from './StateMessage.tsx'
import { t } from './texts.ts'

/** The state of a read, as returned by `useRead`. */
interface LoadState<T> {
  data: T | undefined
  error: { message: string } | null
  refetch: () => unknown
}

interface LoadedProps<T> {
  read: LoadState<T>
  /** Shown while loading. */
  skeleton: ReactNode
  /** Heading of the error message. */
  failed: string
  /** A second action, beside "Try again". */
  fallback?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders loaded data. While loading, shows a skeleton; after a failure, an error with a retry. If refreshing fails, the data stays. */
export function LoadedContent<T>({ read, skeleton, failed, fallback, children }: LoadedProps<T>) {
  const { data, error, refetch } = read
  if (data !== undefined) return children(data)
  if (!error) return <DelayedSkeleton>{skeleton}</DelayedSkeleton>
  return (
    <StateMessage picture="error" title={failed} text={error.message}>
      <Button kind="accent" icon={arrowClockwise} onClick={() => void refetch()}>
        {t('error.again')}
      </Button>
      {fallback}
    </StateMessage>
  )
}
