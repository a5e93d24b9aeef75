import leven from 'leven'
import type { Environment } from './config.ts'
import { settings } from './settings.ts'

const names = Object.keys(settings)
/** Prefixes that no other software on a server is likely to use. */
const ownPrefixes = ['CHOICE_', 'S3_', 'METRICS_', 'MOLLIE_', 'CAPTCHA_', 'OUTBOUND_']
/** Shorter names resemble common ones too closely: `HOST` and `HOME`. */
const minLength = 6

/** Whether Kubernetes set the variable: it adds variables with the names of other services. */
const isServiceLink = (name: string, value = '') =>
  /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/.test(name) || (name.endsWith('_PORT') && /^\w+:\/\//.test(value))

function nearestOf(name: string): { nearest: string | undefined; distance: number } {
  const bare = name.replace(/^CHOICE_/, '')
  const [nearest, distance = Infinity] = names.map((known) => [known, leven(bare, known)] as const).toSorted((a, b) => a[1] - b[1])[0] ?? []
  return { nearest, distance }
}

/** Returns a sentence for each variable that looks like a misspelled setting, which would otherwise go unnoticed. */
export function describeUnknownSettings(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (name in settings || isServiceLink(name, value)) return []
    const { nearest, distance } = nearestOf(name)
    const isLike = distance <= 2 && nearest !== undefined && nearest.length >= minLength
    if (!isLike && !ownPrefixes.some((prefix) => name.startsWith(prefix))) return []
    return [`Unknown setting ${name}${distance <= 3 ? `: did you mean ${nearest}?` : '.'}`]
  })
}
