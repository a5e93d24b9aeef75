import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { vi, type Mock } from 'vitest'
import type { Limits } from '#kit/server/http/limits.ts'
import { createHttp } from '#kit/server/http/app.ts'
import { createLog } from '#kit/server/log.ts'
import { ProblemError } from '#kit/server/http/fail.ts'
import { createOutbound } from '#kit/server/outbound/outbound.ts'
import { createStorage } from '#kit/server/storage/storage.ts'
import { cleanUp } from './clean-up.ts'
import { createFreshDatabase } from './fresh-database.ts'
import { createProductSandbox } from './sandbox.ts'
import { createPictures } from '#features/media/server/pictures.ts'
import { createPictureSignatures } from '#features/media/server/picture-signatures.ts'
import { servePictures } from '#features/media/server/serve-pictures.ts'

interface FakeLimits {
  take: Mock<Limits['take']>
  takeAll: Limits['takeAll']
  count: Mock<Limits['count']>
}

/** Starts a store of pictures without access rules, and a server that serves them. */
export async function startPictureStore() {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const db = (await createFreshDatabase()).connect()
  const files = new Map<string, Buffer>()
  const server = createServer((request, response) => response.writeHead(files.has(request.url!) ? 200 : 404).end(files.get(request.url!)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const storage = createStorage({ folder })
  const { fetchPublic } = createOutbound({ allow: [place], userAgent: 'Tester/1.0', resolve: () => Promise.resolve([]) })
  const fine = { allowed: true, retryAfter: 0 }
  const limits: FakeLimits = {
    take: vi.fn<Limits['take']>(() => Promise.resolve(fine)),
    takeAll: () => Promise.resolve(fine),
    count: vi.fn<Limits['count']>(() => fine),
  }
  const killed = vi.fn<(fields: object, message: string) => void>()
  const sandbox = createProductSandbox(killed)
  /** Everyone may see all pictures, and Ann owns them. Tests of the places that show pictures cover access. */
  const access = {
    isPublic: () => Promise.resolve(true),
    isSeenBy: () => Promise.resolve(true),
    isLinked: () => Promise.resolve(false),
    isOwnedBy: (_: unknown, __: string, userId: string) => Promise.resolve(userId === 'ann'),
  }
  const signatures = createPictureSignatures()
  const tools = { storage, fetchPublic, sandbox, access, signatures, publicUrl: 'https://choice.test', limits }
  const pictures = createPictures(tools)
  const app = createHttp({ log: createLog({ level: 'silent' }), texts: { en: {}, nl: {} }, isHttps: false })
  servePictures(app, { db, storage, access, signatures, findReader: () => Promise.resolve(null) })
  cleanUp(async () => {
    await app.close()
    server.close()
    await rm(folder, { recursive: true })
  })

  const draw = (width: number, height: number, background = '#ff8000') => sharp({ create: { width, height, channels: 3, background } })
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'stored',
      (error: unknown) => (error instanceof ProblemError ? [error.problem.code, error.refusal.field] : error),
    )
  const get = (url: string, headers = {}) => app.inject({ url, headers })
  const png = await draw(40, 40).png().toBuffer()
  return { pictures, folder, db, files, place, storage, limits, killed, sandbox, access, signatures, tools, app, draw, refusal, get, png }
}
