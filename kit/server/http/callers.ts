import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { seeAsViewers, type SeeAsViewer } from '#kit/contract/see-as-viewers.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '../db/db.ts'
import { fail } from './fail.ts'
import type { User } from '../reader.ts'

/** Returns the user of a token; null if the token is invalid or expired. @throws 403 for a team that the user isn't a member of */
export type FindUser = (db: Db, token: string, teamId: string | undefined) => Promise<User | null>

const bearerPattern = /^bearer +(\S+)$/i

/** Whether there are two Authorization headers. Refused, because Node reads the first and a proxy may read the last. */
const hasTwoCredentials = ({ raw: { rawHeaders } }: FastifyRequest) =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization').length > 1

/** Returns the kind of viewer that an operator sees the site as; undefined for calls without the header. */
const seenViewerOf = ({ headers }: FastifyRequest): string | undefined => [headers['see-as']].flat()[0]

/** Returns the access token, if any, and the team that the caller acts for. @throws 401 for malformed credentials */
function credentialsOf(
  request: FastifyRequest,
  { access, actsFor }: Endpoint,
): { token?: string | undefined; teamId?: string | undefined } {
  const { authorization } = request.headers
  if (!authorization || access === 'open') return {}
  if (hasTwoCredentials(request)) fail(commonErrors.token_invalid)
  const token = bearerPattern.exec(authorization)?.[1]
  if (!token && !/^basic /i.test(authorization)) fail(commonErrors.token_invalid)
  const teamId = actsFor === 'owner' && request.headers['x-team-id']
  return { token, teamId: typeof teamId === 'string' && teamId ? teamId : undefined }
}

export interface CallerOptions {
  findUser: FindUser
  /** Returns the example user of a kind of viewer. @throws 403 for a team that isn't the example user's */
  findExampleUser?: (db: Db, viewer: Exclude<SeeAsViewer, 'guest'>, teamId: string | undefined) => Promise<User | null>
  /** Returns the user of the request's cookie, or null. For endpoints that return events. */
  findCookieUser?: (db: Db, request: FastifyRequest) => Promise<User | null>
}

/** Returns the user that a request acts for; null for a guest. @throws 401, 403 and 427 */
export async function findCaller(options: CallerOptions, db: Db, request: FastifyRequest, endpoint: Endpoint): Promise<User | null> {
  if (seenViewerOf(request) !== undefined) return findSeenViewer(options, db, request, endpoint)
  const { token, teamId } = credentialsOf(request, endpoint)
  const user = token ? await options.findUser(db, token, teamId) : await findByCookie(options, db, request, endpoint)
  if (token && !user) fail(commonErrors.token_invalid)
  return assertAdmitted(user, endpoint)
}

/**
 * Returns the viewer that an operator sees the site as. Reads are answered as for that viewer; changes and operators' calls are refused.
 * @throws 401, 403, 422
 */
async function findSeenViewer(
  { findUser, findExampleUser }: CallerOptions,
  db: Db,
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<User | null> {
  if (endpoint.method !== 'GET' || endpoint.access === 'operator' || endpoint.access === 'moderator') fail(commonErrors.only_seen)
  // Ignores credentials, so that everyone gets the same response.
  if (endpoint.access === 'open') return null
  const { token, teamId } = credentialsOf(request, endpoint)
  const operator = (token && (await findUser(db, token, undefined))) || fail(commonErrors.token_invalid)
  if (!operator.isOperator) fail(commonErrors.forbidden)
  const viewer = seenViewerOf(request)
  const kind = seeAsViewers.find((seeAsViewer) => seeAsViewer === viewer) ?? fail(commonErrors.invalid)
  return assertAdmitted(
    kind === 'guest' ? null : ((await findExampleUser?.(db, kind, teamId)) ?? fail(commonErrors.see_as_not_started)),
    endpoint,
  )
}

const findByCookie = ({ findCookieUser }: CallerOptions, db: Db, request: FastifyRequest, { responseType, access }: Endpoint) =>
  responseType === 'events' && access !== 'open' && findCookieUser ? findCookieUser(db, request) : null

/** Checks the endpoint's access. @throws 401, 427 and 403 */
function assertAdmitted(user: User | null, endpoint: Endpoint): User | null {
  if (endpoint.access === 'open') return null
  if (endpoint.access === 'anyone') return user
  if (!user) return fail(commonErrors.login_required)
  if (endpoint.access !== 'newcomer' && user.nickname === null) fail(commonErrors.fields_missing)
  if (endpoint.access === 'operator' && !user.isOperator) fail(commonErrors.forbidden)
  if (endpoint.access === 'moderator' && !user.isOperator && !user.isModerator) fail(commonErrors.forbidden)
  return user
}
