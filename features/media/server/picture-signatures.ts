import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#kit/server/db.ts'
import { createInstallationKey } from '#kit/server/installation-key.ts'
import { pictureFacts } from '../picture-addresses.ts'

/** What a signed address is good for: `view` shows the picture, `use` also lets it be named as the picture of something new. */
export type SignedFor = 'view' | 'use'

/** Addresses that open a picture, or the files of an uploaded video, by themselves, for as long as a page lives. */
export interface PictureSignatures {
  /** @returns a function that signs the addresses of pictures, and to `view` those of videos' files; every other one, and null, stays as it is */
  signer: (db: Db, purpose: SignedFor) => Promise<<A extends string | null>(address: A) => A>
  /** Does the address, or its query, carry a signature for one of these purposes that has not lapsed? */
  isSigned: (db: Db, id: string, query: URLSearchParams, purposes: readonly SignedFor[]) => Promise<boolean>
  /**
   * Reads the step of an address that names a folder of files, `{id}` or `{id}.{until}.{signature}`. The signature stands in the path,
   * so that the files which a playlist names beside itself carry it too.
   * @param kind the step before it: what sort of files these are
   * @returns undefined for what names none
   */
  readFolder: (db: Db, kind: FolderKind, named: string) => Promise<{ id: string; isSigned: boolean } | undefined>
}

const folderKinds = ['videos', 'captions'] as const
export type FolderKind = (typeof folderKinds)[number]
const folderAddress = new RegExp(`^/media/(${folderKinds.join('|')})/([A-Za-z0-9]{11})(?=/)`)
const folderStep = /^([A-Za-z0-9]{11})(?:\.(\d{10})\.([\w-]{22}))?$/

const hour = 60 * 60
/** Seconds that an address lives at least; at most a quarter of a day more, so that it stays the same for hours and is cached. */
const lifetime = 24 * hour
const step = 6 * hour

export function createPictureSignatures(): PictureSignatures {
  const findKey = createInstallationKey('pictures')
  const signatureOf = (key: Buffer, id: string, until: number, purpose: SignedFor) =>
    createHmac('sha256', key).update(`${purpose}\n${id}\n${until}`).digest('base64url').slice(0, 22)

  const signatureOfFolder = (key: Buffer, kind: string, id: string, until: number) => signatureOf(key, `${kind}/${id}`, until, 'view')
  const isSame = (given: Buffer, right: Buffer) => given.length === right.length && timingSafeEqual(given, right)

  return {
    async signer(db, purpose) {
      const key = await findKey(db)
      const until = Math.ceil(Date.now() / 1000 / step) * step + lifetime
      return <A extends string | null>(address: A): A => {
        if (purpose === 'view' && address && folderAddress.test(address))
          return address.replace(
            folderAddress,
            (folder, kind: string, id: string) => `${folder}.${until}.${signatureOfFolder(key, kind, id, until)}`,
          ) as A
        const facts = address && pictureFacts(address)
        if (!address || !facts) return address
        return `${address}?until=${until}&${purpose}=${signatureOf(key, facts.id, until, purpose)}` as A
      }
    },
    async isSigned(db, id, query, purposes) {
      const until = Number(/^\d{10}$/.exec(query.get('until') ?? '')?.[0])
      const given = purposes.map((purpose) => ({ purpose, signature: Buffer.from(query.get(purpose) ?? '') }))
      // Whoever sends none costs no look for the key.
      if (!(until > Date.now() / 1000) || given.every(({ signature }) => signature.length === 0)) return false
      const key = await findKey(db)
      return given.some(({ purpose, signature }) => isSame(signature, Buffer.from(signatureOf(key, id, until, purpose))))
    },
    async readFolder(db, kind, named) {
      const [, id, until, signature = ''] = folderStep.exec(named) ?? []
      if (id === undefined) return undefined
      const isInTime = Number(until) > Date.now() / 1000
      const isSigned =
        isInTime && isSame(Buffer.from(signature), Buffer.from(signatureOfFolder(await findKey(db), kind, id, Number(until))))
      return { id, isSigned }
    },
  }
}
