import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#kit/server/db/db.ts'
import { createInstallationKey } from '#kit/server/installation-key.ts'
import { parsePictureAddress } from '../picture-addresses.ts'

/** Signs a URL of this site. Returns other URLs unchanged. */
export type SignPictureUrl = <A extends string | null>(address: A) => A

/**
 * Signed URLs, which need no login. URLs for a private link contain the channel's current id, and each request checks that this channel
 * still shows the file. The URLs also expire after 24 to 30 hours.
 */
export interface PictureSignatures {
  /** @param link id of the channel @returns a function that signs URLs of its pictures and video files */
  linkSigner: (db: Db, link: string) => Promise<SignPictureUrl>
  /**
   * Signs a picture that was just fetched for a user. The user then sees the picture, and can choose it as the picture of something new.
   */
  signForUser: (db: Db, address: string | null, userId: string) => Promise<string | null>
  /**
   * Whether the query of a picture's address has a valid signature for this user, from {@link signForUser}.
   */
  isSignedForUser: (db: Db, id: string, query: URLSearchParams, userId: string) => Promise<boolean>
  /**
   * @returns the id of the channel whose signature is in the query of a picture's address; undefined without a signature, or if it has
   *   expired
   */
  linkOf: (db: Db, id: string, query: URLSearchParams) => Promise<string | undefined>
  /**
   * Parses a folder of files in a URL, `{id}` or `{id}.{link}.{until}.{signature}`. The signature is in the path, so that relative URLs in
   * a playlist have it too.
   * @param kind the segment before the folder: the type of files
   * @returns undefined if invalid
   */
  readFolder: (db: Db, kind: FolderKind, folderName: string) => Promise<SignedFolder | undefined>
}

export interface SignedFolder {
  id: string
  /** Id of the channel whose private link opens the folder; undefined without a signature. */
  link: string | undefined
  /** When the signature expires, in seconds since 1970; Infinity without a signature. */
  until: number
}

const folderKinds = ['videos', 'captions'] as const
export type FolderKind = (typeof folderKinds)[number]
const folderAddressPattern = new RegExp(`^/media/(${folderKinds.join('|')})/([A-Za-z0-9]{11})(?=/)`)
const folderStepPattern = /^([A-Za-z0-9]{11})(?:\.([A-Za-z0-9]{11})\.(\d{10})\.([\w-]{22}))?$/

const hourSeconds = 60 * 60
/** Minimum lifetime in seconds. Expiry times are rounded up to a quarter of a day, so that URLs stay the same, and cacheable, for hours. */
const lifetimeSeconds = 24 * hourSeconds
const expiryStepSeconds = 6 * hourSeconds

export function createPictureSignatures(): PictureSignatures {
  const findKey = createInstallationKey('pictures')
  const signatureOf = (key: Buffer, ...parts: readonly (string | number)[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url').slice(0, 22)
  const isSame = (signature: string, right: string) =>
    signature.length === right.length && timingSafeEqual(Buffer.from(signature), Buffer.from(right))
  const nextExpiry = () => Math.ceil(Date.now() / 1000 / expiryStepSeconds) * expiryStepSeconds + lifetimeSeconds
  const isOver = (until: number) => !(until > Date.now() / 1000)

  /** @param parts the signed data */
  async function isValidSignature(db: Db, signature: string, parts: readonly (string | number)[]): Promise<boolean> {
    return /^[\w-]{22}$/.test(signature) && isSame(signature, signatureOf(await findKey(db), ...parts))
  }
  const expiryIn = (query: URLSearchParams) => Number(/^\d{10}$/.exec(query.get('until') ?? '')?.[0])

  return {
    async linkSigner(db, link) {
      const key = await findKey(db)
      const until = nextExpiry()
      return <A extends string | null>(address: A): A => {
        if (!address) return address
        if (folderAddressPattern.test(address))
          return address.replace(
            folderAddressPattern,
            (folder, kind: string, id: string) => `${folder}.${link}.${until}.${signatureOf(key, kind, id, link, until)}`,
          ) as A
        const picture = parsePictureAddress(address)
        return picture ? (`${address}?until=${until}&link=${link}&view=${signatureOf(key, 'view', picture.id, link, until)}` as A) : address
      }
    },
    async signForUser(db, address, userId) {
      const picture = address && parsePictureAddress(address)
      if (!picture) return address
      const until = nextExpiry()
      return `${address}?until=${until}&use=${signatureOf(await findKey(db), 'use', picture.id, userId, until)}`
    },
    async isSignedForUser(db, id, query, userId) {
      const until = expiryIn(query)
      return !isOver(until) && isValidSignature(db, query.get('use') ?? '', ['use', id, userId, until])
    },
    async linkOf(db, id, query) {
      const until = expiryIn(query)
      const link = query.get('link')
      if (isOver(until) || !link) return undefined
      return (await isValidSignature(db, query.get('view') ?? '', ['view', id, link, until])) ? link : undefined
    },
    async readFolder(db, kind, folderName) {
      const [, id, link, until, signature = ''] = folderStepPattern.exec(folderName) ?? []
      if (id === undefined) return undefined
      const isOpen =
        link !== undefined && !isOver(Number(until)) && (await isValidSignature(db, signature, [kind, id, link, Number(until)]))
      return isOpen ? { id, link, until: Number(until) } : { id, link: undefined, until: Infinity }
    },
  }
}
