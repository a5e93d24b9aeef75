import type { FastifyRequest } from 'fastify'
import { gatherTopics } from '#kit/contract/topics.ts'
import type { MountOptions } from '#kit/server/http/mount.ts'
import { demandSameOrigin } from '#kit/server/http/same-origin.ts'
import { demand } from '#kit/server/http/limits.ts'
import type { Change } from '#kit/server/http/changes.ts'
import { detectTypeTask, type FileType } from '#kit/server/sandbox/detect-type.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import { createUserFinder, findCookieUser } from '#features/accounts/server/users.ts'
import { audienceOf } from '#features/curation/server/audience.ts'
import type { Services } from './services.ts'

const writes = { max: 600, windowSeconds: 60 }

/** The mount options of all features: caller, address and uploads. @param closing ends event streams when the server stops */
export function createMountOptions(services: Services, closing: AbortSignal): MountOptions {
  const { config, db, backgroundDb, live, log, limits, addressOf, countryOf, sandboxes } = services
  /** Runs after the response. */
  async function tellOf(change: Change) {
    try {
      const told = await audienceOf(db, change)
      live.publish(told.map(({ to, topics }) => ({ to, name: 'changed', data: { topics: gatherTopics(topics), by: change.by } })))
    } catch (error) {
      log.warn({ err: error }, 'open pages were not told of a change')
    }
  }
  return {
    db,
    findUser: createUserFinder(backgroundDb),
    findCookieUser(db, request: FastifyRequest) {
      demandSameOrigin(request.headers, config.publicUrl)
      return findCookieUser(db, request.headers.cookie)
    },
    detectType: (firstBytes, by) => detectType(sandboxes.texts, firstBytes, by),
    closing,
    addressOf,
    countryOf,
    onChange: (change) => void tellOf(change),
    countWrite: ({ id }) => demand(limits.count(`writes:${id}`, writes)),
  }
}

/** Bytes whose detection fails have no known type. */
async function detectType(sandbox: Sandbox, firstBytes: Uint8Array, by: string): Promise<FileType | undefined> {
  try {
    return await sandbox.run(detectTypeTask, firstBytes, { by })
  } catch (error) {
    if (error instanceof SandboxError && error.kind !== 'unavailable') return undefined
    throw error
  }
}
