import { createHmac, hash, randomBytes } from 'node:crypto'
import type { TokenHashes } from './queries/sessions.ts'

/** Creates a token: 256 random bits in base64url. */
export const generateToken = () => randomBytes(32).toString('base64url')
/** Hashes a token for storage. Random tokens of 256 bits need no salt. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)

/** An access token with its refresh token. */
export interface SessionTokens {
  access: string
  refresh: string
}
export const hashTokens = ({ access, refresh }: SessionTokens): TokenHashes => ({
  accessHash: hashToken(access),
  refreshHash: hashToken(refresh),
})

/**
 * Derives the token pair that replaces a used refresh token. The same input gives the same pair. Needs both the token and the nonce, so
 * that neither an old token nor the database alone reveals a later token.
 */
export function deriveNextTokens(refreshToken: string, nonce: Buffer): SessionTokens {
  const derive = (kind: string) => createHmac('sha256', refreshToken).update(kind).update(nonce).digest('base64url')
  return { access: derive('access'), refresh: derive('refresh') }
}

const bearerPattern = /^bearer +(\S+)$/i
export const readBearerToken = (authorization: string | undefined) => bearerPattern.exec(authorization ?? '')?.[1]
