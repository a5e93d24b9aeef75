import type { Db } from '#kit/server/db/db.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import type { Log } from '#kit/server/log.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { createHostLimiter } from '#features/media/server/fetch-limits.ts'
import type { CheckResult } from '../rules.ts'
import { checkAddress, type LinkTarget } from './check-link.ts'

export interface CheckTools {
  db: Db
  fetchPublic: FetchPublic
  /** Parses the fetched pages, manifests and pictures. */
  sandbox: Sandbox
  limits: Pick<Limits, 'takeAll'>
  log: Log
  /** Metrics for the operator: checks by result, and links by new state. */
  count: {
    look: (finding: CheckResult['outcome'], by?: number) => void
    change: (change: 'doubtful' | 'gone' | 'healed', by?: number) => void
  }
  /** Pause between two requests to a host, in ms. */
  pauseMs?: number | undefined
}

/** Checks an address, within the global fetch limits. @param by the user whose limits count @throws the signal's reason */
export function checkTarget(
  { fetchPublic, sandbox, limits }: Pick<CheckTools, 'fetchPublic' | 'sandbox' | 'limits'>,
  target: LinkTarget,
  { by, signal }: { by?: string; signal: AbortSignal },
): Promise<CheckResult> {
  const admit = createHostLimiter(limits, { by, address: target.address, isPasted: false })
  const fetchAdmitted: FetchPublic = (address, options) =>
    fetchPublic(address, { ...options, admit, signal, ...(by !== undefined && { by }) })
  return checkAddress({ fetchPublic: fetchAdmitted, sandbox, by, signal }, target)
}
