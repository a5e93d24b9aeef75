import type { UnsafeSetting } from './check-results.ts'

export interface UnsafeOptions {
  publicUrl: string
  payments: string
  mollieApiKey?: string | undefined
  metricsToken?: string | undefined
  rateLimits: boolean
}

/** Whether only this machine can reach an address. */
export const isLoopbackUrl = (address: string) => {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.') || hostname.endsWith('.localhost')
}

/** Placeholders for secrets, as in documentation. */
const placeholderPattern = /^(?:(?:change|replace)[-_ ]?me|secret|password|example|test|demo|token|default|0+|1+|x+)[\W\d_]*$/i
/** Whether a secret is a placeholder, a repetition, or a counting sequence. */
export const isGuessable = (secret: string) =>
  secret.split(/[-_.]/).every((part) => placeholderPattern.test(part)) ||
  new Set(secret).size < 6 ||
  '0123456789abcdef0123456789abcdef'.includes(secret)

/** Finds settings that are unsafe for a site that other people can reach. A trial on this machine may have them. */
export function findUnsafeSettings(
  config: UnsafeOptions,
  { demoPeople, isRoot }: { demoPeople: number; isRoot: boolean },
): UnsafeSetting[] {
  if (isLoopbackUrl(config.publicUrl)) return []
  const unsafe: Readonly<Record<UnsafeSetting, boolean>> = {
    sandbox: config.payments === 'sandbox',
    demo: demoPeople > 0,
    http: config.publicUrl.startsWith('http:'),
    token: config.metricsToken !== undefined && isGuessable(config.metricsToken),
    limits: !config.rateLimits,
    root: isRoot,
    test_key: config.payments === 'mollie' && !!config.mollieApiKey?.startsWith('test_'),
  }
  return (Object.keys(unsafe) as UnsafeSetting[]).filter((key) => unsafe[key])
}
