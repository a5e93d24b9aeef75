import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Endpoint, fillPath } from '#kit/contract/endpoint.ts'
import { newId } from '#kit/server/ids.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { makeFilledChannel } from '#test/channels.ts'
import { injectRequest } from '#test/inject-request.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { operationsContract } from '#features/operations/contract.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { walletContract } from '#features/wallet/contract.ts'
import { contracts } from './features.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, clientFor, db } = server

/** Fields that only their user may see. */
const privateFields = new Set(
  `email phone address city country country_id birthday year_of_birth gender household_count first_name firstname last_name lastname
  guardian_consent adult_content following_content_alert language is_public is_operator can_upload_video membership terms_version
  amended_terms balance user_agent last_seen_at access_token refresh_token password password_hash token`.split(/\s+/),
)
const { getProfile, updateProfile, setRequiredFields, passAgeVerification, toggleWelcome, dismissAmendedTerms } = accountsContract
const { createToken, listSessions, finishSignUp, confirmEmail, confirmWithPassword } = accountsContract
/** Calls that return the caller's own data. */
const ownDataEndpoints = new Set<Endpoint>([
  walletContract.getWallet,
  walletContract.exportTransactions,
  getProfile,
  updateProfile,
  setRequiredFields,
  passAgeVerification,
  toggleWelcome,
  dismissAmendedTerms,
  createToken,
  listSessions,
  finishSignUp,
  confirmEmail,
  confirmWithPassword,
])
const endpoints: Endpoint[] = contracts.flatMap((contract) => Object.values(contract))

/** Returns the names of all fields of a response, at any depth. */
function fieldsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  for (const [key, part] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(part as object)) found.add(name)
    fieldsOf(part, found)
  }
  return found
}

/** Calls whose `language` is that of captions, not that of a user. */
const { listCaptions, addCaptions, removeCaptions } = uploadsContract
/** Calls with email addresses: admins of a team see those of its members, and invited people see their own. */
const { getTeam, createTeam, updateTeam, toggleAdmin, setRole, answerDerank, getInvitation } = teamsContract
const { listUsers, getOperatedUser, updateUser } = operatorContract
const { listStorageUsers } = operationsContract
const allowed = new Map<Endpoint, readonly string[]>([
  ...[listCaptions, addCaptions, removeCaptions].map((endpoint) => [endpoint, ['language']] as const),
  ...[getTeam, createTeam, updateTeam, toggleAdmin, setRole, answerDerank, getInvitation].map((endpoint) => [endpoint, ['email']] as const),
  [listStorageUsers, ['email']],
  ...[listUsers, getOperatedUser, updateUser].map(
    (endpoint) => [endpoint, ['email', 'can_upload_video', 'last_seen_at', 'user_agent', 'balance']] as const,
  ),
])

test('responses about other users have no private fields', () => {
  expect([...fieldsOf(z.toJSONSchema(getProfile.output))].filter((name) => privateFields.has(name)).length).toBeGreaterThan(20)
  for (const endpoint of endpoints.filter((endpoint) => !ownDataEndpoints.has(endpoint))) {
    const { method, path, output } = endpoint
    const revealedFields = [...fieldsOf(z.toJSONSchema(output, { unrepresentable: 'any' }))].filter(
      (name) => privateFields.has(name) && !allowed.get(endpoint)?.includes(name),
    )
    expect([method, path, revealedFields]).toEqual([method, path, []])
  }
})

test('responses to other users contain no private values', async () => {
  const ann = await createUser(server, {
    email: 'marker.mail@example.com',
    first_name: 'Markerfirst',
    last_name: 'Markerlast',
    city: 'Markercity',
    address: 'Markerstreet 1',
    phone: '+32 999 888 777',
    birthday: '1961-02-03',
    is_public: true,
  })
  const bob = await createUser(server)
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client)
  const slug = 'anns-own'
  await ann.client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { slug } })
  const session = (await ann.client(listSessions, {}))[0]!.id
  // The year of birth has a dash, because four digits alone occur in random keys by chance.
  const secrets = ['marker', '999 888', '1961-', ann.email, session, ann.token, ann.refreshToken, ann.cookie]

  let seen = 0
  const search = { query: 'channel', name: 'channel', keyword: 'channel' }
  for (const endpoint of endpoints.filter(({ method, path }) => method === 'GET' || path.endsWith('/search') || path.endsWith('/keywords')))
    for (const id of [ann.id, playlistId, seriesId, videoIds[0]!, newId()])
      for (const token of [undefined, bob.token]) {
        const response = await injectRequest(app, {
          method: endpoint.method,
          url: fillPath(endpoint.path, { id, slug, token: 'x'.repeat(43) }),
          headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
          ...(endpoint.method !== 'GET' && { payload: JSON.stringify(search) }),
        })
        if (response.statusCode === 200 && response.body.includes(ann.id)) seen++
        for (const secret of secrets)
          expect([endpoint.path, secret, response.body.toLowerCase().includes(secret.toLowerCase())]).toEqual([
            endpoint.path,
            secret,
            false,
          ])
      }
  // Responses that contain the user: at least the public profile, and their channel with its series and videos.
  expect(seen).toBeGreaterThan(8)
  expect(JSON.stringify(await clientFor({ token: ann.token })(getProfile, {}))).toContain('Markerfirst')
})
