import leven from 'leven'
import type { Environment } from './config.ts'
import { settings } from './settings.ts'

const names = Object.keys(settings)
/** Nothing else on a server is likely to begin so. */
const ownPrefixes = ['CHOICE_', 'S3_', 'METRICS_', 'MOLLIE_', 'CAPTCHA_', 'OUTBOUND_']
/** Shorter names are too much like those of others: `HOST` and `HOME`. */
const minLength = 6

/** Kubernetes tells every container of the services beside it, in variables with the services' names. */
const isServiceLink = (name: string, value = '') =>
  /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/.test(name) || (name.endsWith('_PORT') && /^\w+:\/\//.test(value))

function nearestOf(name: string): { nearest: string | undefined; distance: number } {
  const bare = name.replace(/^CHOICE_/, '')
  const [nearest, distance = Infinity] = names.map((known) => [known, leven(bare, known)] as const).toSorted((a, b) => a[1] - b[1])[0] ?? []
  return { nearest, distance }
}

/** A sentence for each variable of the environment that is meant for us, it seems, and is no setting: a slip of the pen would go unnoticed. */
export function describeUnknownSettings(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (name in settings || isServiceLink(name, value)) return []
    const { nearest, distance } = nearestOf(name)
    const isLike = distance <= 2 && nearest !== undefined && nearest.length >= minLength
    if (!isLike && !ownPrefixes.some((prefix) => name.startsWith(prefix))) return []
    return [`Unknown setting ${name}${distance <= 3 ? `: did you mean ${nearest}?` : '.'}`]
  })
}
