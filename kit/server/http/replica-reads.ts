/** Runs reads that may lag at a replica. Callers still see their own changes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieNames } from '#kit/contract/cookies.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type Db, isDatabaseUnavailable } from '../db/db.ts'
import { laterPosition, type LogPosition, parseLogPosition } from '../db/log-position.ts'
import type { Replicas } from '../db/replicas.ts'
import { withRequestDatabase } from './request-database.ts'

export interface ReplicaReads extends Pick<Replicas, 'choose' | 'notePosition' | 'excludeReplica'> {
  /** Whether the site is reached by HTTPS alone. */
  isHttps: boolean
}

/** Header with the log position, for callers without cookies. */
const header = 'log-position'
/** Lifetime of the cookie with the log position: longer than the lag of any replica that is read. */
const cookieSeconds = 10

const writtenCookiePattern = new RegExp(`(?:^|;\\s*)${cookieNames.written}=([^;]+)`)

/** Returns the log position of the caller's last change, if the caller made it a few seconds ago. */
function readLogPosition({ headers }: FastifyRequest): LogPosition | undefined {
  const cookie = writtenCookiePattern.exec(headers.cookie ?? '')?.[1]
  return laterPosition(parseLogPosition(cookie?.replace('-', '/')), parseLogPosition([headers[header]].flat()[0]))
}

interface ReplicaRead {
  /** The primary. */
  db: Db
  request: FastifyRequest
  reply: FastifyReply
}

/** Runs the work of an endpoint, at a replica if it may lag and one is fresh enough. If that replica fails, runs it again at the primary. */
export async function readFromReplica<T>(
  replicas: ReplicaReads | undefined,
  { mayLag }: Pick<Endpoint, 'mayLag'>,
  { db, request, reply }: ReplicaRead,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const replica = mayLag && (await replicas?.choose(readLogPosition(request)))
  if (!replica) return work(db)
  try {
    return await withRequestDatabase(replica, reply, { endOnDisconnect: true }, work)
  } catch (error) {
    if (!isDatabaseUnavailable(error) || reply.raw.closed) throw error
    replicas!.excludeReplica(replica)
    return work(db)
  }
}

/** Returns the log position of a change to the caller, so that later reads at any process contain the change. */
export async function sendLogPosition(replicas: ReplicaReads | undefined, { method, reads, changes }: Endpoint, reply: FastifyReply) {
  if (!replicas || method === 'GET' || reads !== undefined || !changes?.length) return
  // If the position is unknown, the caller may see the change a moment later.
  const position = await replicas.notePosition().catch(() => undefined)
  if (position === undefined || reply.sent) return
  const secure = replicas.isHttps ? '; Secure' : ''
  reply.header(header, position)
  reply.header(
    'set-cookie',
    `${cookieNames.written}=${position.replace('/', '-')}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}
