import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { arrowClockwise } from './icons.ts'
import { State } from './State.tsx'
import { t } from './texts.ts'
import { useLate } from './useLate.ts'

/** An answer that may not have come yet, as `useRead` gives it. */
interface Reading<T> {
  data: T | undefined
  error: { message: string } | null
  refetch: () => unknown
}

interface LoadedProps<T> {
  read: Reading<T>
  /** The shape of what comes. */
  skeleton: ReactNode
  /** What did not come, as the heading of the error. */
  failed: string
  /** A second way out beside "Try again". */
  otherwise?: ReactNode
  children: (data: T) => ReactNode
}

/** What has come; until then its skeleton, and when it does not come, why, and another try. What has come stays when a later try fails. */
export function Loaded<T>({ read, skeleton, failed, otherwise, children }: LoadedProps<T>) {
  const { data, error, refetch } = read
  const late = useLate(data === undefined && !error)
  if (data !== undefined) return children(data)
  if (!error) return late ? skeleton : null
  return (
    <State picture="error" title={failed} text={error.message}>
      <Button kind="accent" icon={arrowClockwise} onClick={() => void refetch()}>
        {t('error.again')}
      </Button>
      {otherwise}
    </State>
  )
}
