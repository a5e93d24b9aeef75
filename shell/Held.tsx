import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { useDelayed } from '#ui/useLate.ts'
import css from './Held.module.css'
import { isSignedInNow, loadFeatures } from './registry.ts'
import { loadingParts } from './Slot.tsx'

/** Interval of checks, and the longest wait, in ms. */
const checkMs = 16
const maxMs = 8000
/** Checks in a row without anything pending: between its code and its read, a part has nothing pending. */
const quietChecks = 6

/** Parts of the site that were complete once in this visit. Their data is cached. */
const complete = new Set<string>()

interface HeldProps {
  /** Identifies the part of the site. */
  name: string
  /** Shown after a moment, until the content is. */
  skeleton: ReactNode
  children: ReactNode
}

/**
 * Hides content until its slots and first reads have loaded, so that it appears at once: parts of later features above it would push it
 * down. After eight seconds, more than a slow phone needs, it appears as far as it has come.
 */
export function Held({ name, skeleton, children }: HeldProps) {
  const client = useQueryClient()
  const content = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState(() => !complete.has(name))
  const late = useDelayed(held)

  useEffect(() => {
    if (!held) return undefined
    const until = performance.now() + maxMs
    let areFeaturesComing = isSignedInNow()
    // Guests load them when they first need one.
    if (areFeaturesComing)
      void loadFeatures()
        .catch(() => undefined)
        .finally(() => (areFeaturesComing = false))
    const isPending = () =>
      areFeaturesComing ||
      (content.current && loadingParts.in(content.current).length > 0) ||
      client.isFetching({ predicate: ({ state }) => state.data === undefined && state.fetchFailureCount === 0 }) > 0
    let quiet = 0
    const timer = setInterval(() => {
      // New parts begin to read after they are rendered.
      quiet = isPending() ? 0 : quiet + 1
      if (quiet < quietChecks && performance.now() < until) return
      complete.add(name)
      setHeld(false)
    }, checkMs)
    return () => clearInterval(timer)
  }, [held, name, client])

  return (
    <div className={css.held} aria-busy={held}>
      {late && <div className={css.skeleton}>{skeleton}</div>}
      <div ref={content} className={cx(css.content, held && css.unseen)}>
        {children}
      </div>
    </div>
  )
}
