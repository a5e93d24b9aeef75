import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { isProblem, parseBody } from '#kit/web/failures.ts'
import { language } from '#kit/web/i18n.ts'
import { newIdempotencyKey } from '#kit/web/idempotency-key.ts'
import { hasTokenExpired, refreshTokens } from '#kit/web/session.ts'
import { shellHooks } from '#kit/web/shell-hooks.ts'
import { storage } from '#kit/web/storage.ts'
import { uploadsContract } from '../contract.ts'
import { claimUpload } from './upload-locks.ts'
import { t } from './texts.ts'
import type { Sender, SenderEvents, Transfer } from './transfers.ts'

const { path } = uploadsContract.listUploads
/** Maximum bytes per request. Proxies limit the size, and the token must be valid for each request. */
const chunkBytes = 32 * 1024 * 1024
/** Whether a status is temporary: a failure of the server, a rate limit, or the lock of a broken connection. */
const isTemporaryFailure = (status: number) => (status >= 500 && status !== 507) || [0, 408, 409, 423, 425, 429, 460].includes(status)
const isGone = (status: number) => status === 404 || status === 410

/** Sends a file by tus 1.0 in parts, resuming after interruptions. */
export function openSender(transfer: Transfer, events: SenderEvents): Sender {
  let isStopped = true
  const idempotencyKey = newIdempotencyKey()
  const userId = storage.get('user_id')
  let token: string | undefined
  let release = () => {}
  const hold = (uploadId: string) => {
    release()
    release = claimUpload(uploadId)
  }

  const upload = new Upload(transfer.file, {
    endpoint: transfer.uploadId === undefined ? path : null,
    uploadUrl: transfer.uploadId === undefined ? null : `${path}/${transfer.uploadId}`,
    chunkSize: chunkBytes,
    // The library doesn't retry: this code handles errors, and the caller schedules retries.
    retryDelays: null,
    storeFingerprintForResuming: false,
    metadata: {
      filename: transfer.file.name,
      filetype: transfer.file.type,
      series_id: transfer.seriesId,
      ...(transfer.index !== undefined && { index: String(transfer.index) }),
      ...(transfer.title && { title: transfer.title }),
    },
    async onBeforeRequest(request: HttpRequest) {
      token = await validToken()
      if (isStopped) throw new Error('stopped while the token was renewed')
      if (token !== undefined) request.setHeader('Authorization', `Bearer ${token}`)
      request.setHeader('Accept-Language', language)
      // A repeated creation with the same key returns the same upload.
      if (request.getMethod() === 'POST') request.setHeader('Idempotency-Key', idempotencyKey)
    },
    onUploadUrlAvailable() {
      const uploadId = upload.url?.split('/').at(-1)
      if (isStopped || uploadId === undefined) return
      // Without an endpoint, the library doesn't create the upload again if the server no longer has it.
      upload.options.endpoint = null
      events.created(uploadId)
      hold(uploadId)
    },
    onProgress: (sentBytes) => isStopped || events.progressed(sentBytes),
    onSuccess() {
      end()
      events.done()
    },
    onError: (error) => void failed(error as DetailedError),
  })

  async function validToken(): Promise<string | undefined> {
    const oldToken = storage.get('access_token')
    if (oldToken !== undefined && hasTokenExpired()) {
      // If the renewal gets no response, sends the old token.
      const refreshed = await refreshTokens(oldToken).catch(() => undefined)
      if (refreshed === 'ended' && !(await shellHooks.sessionEnded(userId))) return undefined
    }
    return storage.get('access_token')
  }

  const end = () => {
    isStopped = true
    release()
  }

  async function failed({ originalResponse }: DetailedError): Promise<void> {
    if (isStopped) return
    const status = originalResponse?.getStatus() ?? 0
    if (status === 0) shellHooks.unreachable()
    if (status === 401) return renewToken()
    end()
    if (isTemporaryFailure(status)) return events.interrupted(status === 429 ? 'rate-limit' : status >= 500 ? 'server' : 'connection')
    const isUploadGone = upload.url !== null && isGone(status)
    events.refused(isUploadGone ? t('upload.gone') : sentenceOf(originalResponse), isUploadGone)
  }

  /** Continues with a new token, or after another login, because the token has expired during the upload. */
  async function renewToken(): Promise<void> {
    try {
      // Does nothing after a logout by the user. If the session has ended, asks to log in.
      const mayContinue = token === undefined || (await refreshTokens(token)) !== 'ended' || (await shellHooks.sessionEnded(userId))
      if (isStopped) return
      if (mayContinue && storage.get('access_token') !== undefined) return upload.start()
    } catch {
      if (isStopped) return
    }
    end()
    events.interrupted()
  }

  return {
    start() {
      isStopped = false
      if (transfer.uploadId !== undefined) hold(transfer.uploadId)
      upload.start()
    },
    stop() {
      end()
      void upload.abort().catch(() => {})
    },
  }
}

/** Returns the server's error message. */
function sentenceOf(response: HttpResponse | null | undefined): string {
  const body = parseBody(response?.getHeader('content-type') ?? null, response?.getBody() ?? '')
  if (!isProblem(body)) return t('upload.refused')
  return Object.values(body.errors).flat()[0] ?? body.message
}
