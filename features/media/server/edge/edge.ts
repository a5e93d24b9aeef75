import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#kit/server/db/db.ts'
import type { Log } from '#kit/server/log.ts'
import { recordEdgeCopy } from '../queries/edge-copies.ts'

/** A kind of files that a CDN may hold: `/media/{kind}/{folder}/{name}`. */
export interface EdgeKind {
  kind: 'pictures' | 'videos' | 'captions'
  /** Returns the id of the thing whose access rules apply to a file. */
  thingOf: (folder: string, name: string) => string
  /** Whether the content of a thing can change. If so, each response reads the current version. */
  canChange?: true
  /**
   * Returns the things that everyone may see in every country.
   * @returns the version of each thing's content; '' if the content never changes
   */
  findPublic: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** A CDN in front of public media. */
export interface Edge {
  /** Replaces our own addresses of public files in a response with addresses at the CDN. */
  nameFiles: (text: string) => Promise<string>
  /** Replaces addresses at the CDN with our own, in a request's body. */
  toOwn: (value: unknown) => unknown
  /** Whether the CDN may store this file now. If access to the file changes later, the CDN's copy is purged. */
  admits: (
    db: Db,
    request: FastifyRequest,
    file: { kind: EdgeKind['kind']; folder: string; name: string; version?: string },
  ) => Promise<boolean>
  addHeaders: (reply: FastifyReply) => FastifyReply
  refuse: (reply: FastifyReply) => FastifyReply
}

export interface EdgeOptions {
  db: Db
  log: Pick<Log, 'warn'>
  publicUrl: string
  settings: { url: string; purgeUrl?: string | undefined }
  kinds: readonly EdgeKind[]
}

const edgeFolder = '/media/edge/'
/**
 * Maximum seconds for which the CDN serves a file without revalidation. Limits access to a hidden file if a purge fails. Revalidation
 * transfers no content, because files never change.
 */
const edgeSeconds = 60
/**
 * Milliseconds for which the result of an access check is reused to choose addresses. An outdated result does no harm, because the CDN's
 * own request is checked again.
 */
const knownMs = 60_000
const maxKnownPaths = 50_000

/**
 * An address of our own files: a whole JSON string, or a part of `imagesrcset`. Texts of users can't match, because their quotes are
 * escaped.
 */
const ownAddress =
  /\/media\/(?<=(?:"|imagesrcset="[^"]* )\/media\/)(pictures|videos|captions)\/([\w-]+)\/([\w-]+)\.(\w+)(?="|(?<=imagesrcset="[^"]*) )/g

export const edgeCacheControl = (maxAgeSeconds: number) => `public, max-age=${maxAgeSeconds}, s-maxage=${edgeSeconds}, immutable`

export function createEdge({ db, log, publicUrl, settings, kinds }: EdgeOptions): Edge {
  const prefix = settings.url + edgeFolder
  const kindOf = (name: string) => kinds.find(({ kind }) => kind === name)!
  const cachedVersions = new Map<string, { version: string | undefined; until: number }>()
  const recordedAt = new Map<string, number>()

  async function cacheAccess(kind: EdgeKind, ids: ReadonlySet<string>): Promise<void> {
    const result = await kind.findPublic(db, [...ids])
    if (cachedVersions.size > maxKnownPaths) cachedVersions.clear()
    for (const id of ids)
      cachedVersions.set(`${kind.kind}/${id}`, { version: result.get(id), until: kind.canChange ? 0 : Date.now() + knownMs })
  }
  const isKnown = (key: string) => (cachedVersions.get(key)?.until ?? 0) > Date.now()

  /** Records that the CDN has a copy. @returns false if the path was recorded recently, or if purging isn't configured */
  async function recordRecentCopy(ownDb: Db, copy: Parameters<typeof recordEdgeCopy>[1]): Promise<boolean> {
    if (settings.purgeUrl === undefined || (recordedAt.get(copy.path) ?? 0) > Date.now()) return false
    await recordEdgeCopy(ownDb, copy)
    if (recordedAt.size > maxKnownPaths) recordedAt.clear()
    recordedAt.set(copy.path, Date.now() + edgeSeconds * 1000)
    return true
  }

  const toOwnAddresses = (value: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith(prefix) ? `/media/${value.slice(prefix.length)}` : value
    if (Array.isArray(value)) return value.map(toOwnAddresses)
    if (typeof value !== 'object' || value === null || value instanceof Blob) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toOwnAddresses(part)]))
  }

  return {
    toOwn: toOwnAddresses,
    async nameFiles(text) {
      if (!text.includes('/media/')) return text
      try {
        for (const kind of kinds) {
          const unknown = new Set<string>()
          for (const [, of, folder, name] of text.matchAll(ownAddress)) {
            if (of !== kind.kind) continue
            const id = kind.thingOf(folder!, name!)
            if (!isKnown(`${of}/${id}`)) unknown.add(id)
          }
          if (unknown.size > 0) await cacheAccess(kind, unknown)
        }
      } catch (error) {
        log.warn({ err: error }, 'a response names no files at the CDN')
        return text
      }
      return text.replaceAll(ownAddress, (ownUrl, kind: string, folder: string, name: string, ending: string) => {
        const id = kindOf(kind).thingOf(folder, name)
        const version = cachedVersions.get(`${kind}/${id}`)?.version
        return version === undefined ? ownUrl : `${prefix}${kind}/${folder}/${name}${version && `.${version}`}.${ending}`
      })
    },
    async admits(ownDb, request, { kind: kindName, folder, name, version = '' }) {
      const kind = kindOf(kindName)
      const path = `${edgeFolder}${kind.kind}/${folder}/${name}`
      // Refuses other spellings of the path, so that one purge per file suffices.
      if (request.url !== path) return false
      const id = kind.thingOf(folder, name)
      const isPublic = async () => (await kind.findPublic(ownDb, [id])).get(id) === version
      if (!(await isPublic())) return false
      // Checks again after recording the path, because a thing that was hidden before the recording would not be purged.
      return (await recordRecentCopy(ownDb, { path, kind: kind.kind, thing: id, version })) ? isPublic() : true
    },
    addHeaders: (reply) =>
      reply.headers({
        'access-control-allow-origin': publicUrl,
        'access-control-expose-headers': 'Content-Length, Content-Range',
        'cross-origin-resource-policy': 'cross-origin',
      }),
    // Caches store this response for a moment instead of their copy.
    refuse: (reply) => reply.code(404).header('cache-control', 'max-age=0, s-maxage=1').type('text/plain; charset=utf-8').send('Not found'),
  }
}
