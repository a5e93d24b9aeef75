import { createHmac, hash, randomBytes } from 'node:crypto'
import type { TokenHashes } from './queries/sessions.ts'

/** 256 random bits, base64url: for tokens that are secret by themselves. */
export const newToken = () => randomBytes(32).toString('base64url')
/** What is kept of a token. It needs no salt: nobody guesses 256 bits. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)

/** An access token and the refresh token that was given with it. */
export interface Pair {
  access: string
  refresh: string
}
export const hashPair = ({ access, refresh }: Pair): TokenHashes => ({ accessHash: hashToken(access), refreshHash: hashToken(refresh) })

/**
 * The pair that follows a used refresh token: always the same one, and made only by who has the token and the nonce, so that
 * neither an old token nor the database gives away a later one.
 */
export function successorOf(refreshToken: string, nonce: Buffer): Pair {
  const derive = (kind: string) => createHmac('sha256', refreshToken).update(kind).update(nonce).digest('base64url')
  return { access: derive('access'), refresh: derive('refresh') }
}

const bearer = /^bearer +(\S+)$/i
export const bearerOf = (authorization: string | undefined) => bearer.exec(authorization ?? '')?.[1]
