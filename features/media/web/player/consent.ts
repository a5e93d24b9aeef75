import type { Plan } from './plan.ts'

/** What a consent is remembered for: a service by its name, everything else by its host, so that a yes to one is not a yes to all. */
export function consentKey({ kind, src }: Extract<Plan, { how: 'frame' }>): string {
  return kind === 'embed' || kind === 'peertube' ? new URL(src).hostname : kind
}

/** How the one who is asked for consent is named. */
export function consentName({ kind, src, provider }: Extract<Plan, { how: 'frame' }>): string {
  return kind === 'peertube' ? new URL(src).hostname : provider
}
