import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { cleanUp } from './clean-up.ts'
import { respondToMultiparts } from './s3-multiparts.ts'
import { isPresigned } from './s3-presigned.ts'

/**
 * Starts an S3 store with a bucket `files`, which ends with the test file.
 * @param isOpen true if anyone may read, like in a public bucket
 * @param isAway called per request; true breaks connections
 * @param isReadOnly called per request; true refuses writes
 * @returns settings of the store
 */
export async function startS3({ isOpen = false, isAway = (): boolean => false, isReadOnly = (): boolean => false } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'files' }] })
  server.middleware.unshift(async (context, next) => {
    if (isAway()) {
      context.respond = false
      return void context.req.destroy()
    }
    const isRefused = isReadOnly() && context.req.method === 'PUT'
    if (!isRefused && (isOpen || context.get('authorization') || isPresigned(context.req, 'S3RVER'))) {
      const response = respondToMultiparts(directory, 'files', context.req.method ?? '', new URL(context.req.url ?? '', 'http://s3'))
      if (!response) return next()
      context.status = response.status
      context.type = 'application/xml'
      context.body = response.body
      return
    }
    context.status = 403
    context.body = '<Error><Code>AccessDenied</Code></Error>'
  })
  const { port } = await server.run()
  cleanUp(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return { bucket: 'files', region: 'eu-west-1', endpoint: `http://127.0.0.1:${port}`, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
}
