import type { PlaybackPlan } from '#features/player/web/plan.ts'

/** Conditions for playing the last TV channel when Choice opens. */
export interface StartConditions {
  /** The user's setting. */
  isEnabled: boolean
  savesData: boolean
  prefersStillness: boolean
  /** Whether the player is open already. */
  isPlaying: boolean
  plan: PlaybackPlan
  /** Host of this site. */
  host: string
  /** Hosts that the user allows permanently. */
  allowed: readonly string[]
}

/**
 * Whether the stream may start, muted, before the user has clicked. Until a click, requests go only to this site's host and to hosts that
 * the user allows.
 */
export function mayStart({ isEnabled, savesData, prefersStillness, isPlaying, plan, host, allowed }: StartConditions): boolean {
  if (!isEnabled || savesData || prefersStillness || isPlaying) return false
  // A relayed stream doesn't start, because it would use up one of the viewer's relay places.
  if (plan.type !== 'media' || plan.isRelayed || plan.mixed || (plan.kind !== 'hls' && plan.kind !== 'dash')) return false
  const { hostname, host: from } = new URL(plan.src)
  return from === host || allowed.includes(hostname)
}
