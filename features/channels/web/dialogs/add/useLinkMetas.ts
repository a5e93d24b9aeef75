import { useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { type LinkMeta, mediaContract } from '#features/media/contract.ts'

/** State of an address: loading, its metadata, or an error. */
export interface LinkMetaState {
  coming: boolean
  found?: LinkMeta
  /** Why the server refused the address, which then can't be added. */
  error?: string
}

/** Whether the page did not respond. It is fetched again when the item is added. */
export const hasNoResponse = (meta: LinkMetaState | undefined): boolean =>
  meta !== undefined && !meta.coming && !meta.found && meta.error === undefined

/** Whether the page exists, but has nothing playable. */
export const isUnplayable = (meta: LinkMetaState | undefined): boolean =>
  meta?.found?.reached === true && !meta.found.is_pending && meta.found.kind === 'page'

/** Maximum concurrent requests. */
const maxConcurrent = 3

/** Fetches metadata of addresses, each once. */
export function useLinkMetas() {
  const { mutateAsync } = useChange(mediaContract.getMeta)
  const [metas, setMetas] = useState<Readonly<Record<string, LinkMetaState>>>({})
  const setMeta = (url: string, meta: LinkMetaState) => setMetas((now) => ({ ...now, [url]: meta }))

  const fetchMeta = async (url: string) => {
    try {
      const result = await mutateAsync({ body: { url } })
      setMeta(url, { coming: false, ...((result.reached || !result.is_pending) && { found: result }) })
    } catch (cause) {
      const error = cause instanceof ApiError ? cause.body.errors['url']?.[0] : undefined
      // The server fetches the page again when the item is added.
      setMeta(url, { coming: false, ...(error !== undefined && { error }) })
    }
  }

  return {
    metaOf: (url: string): LinkMetaState | undefined => metas[url],
    async ask(urls: readonly string[]) {
      const pendingUrls = urls.filter((url) => !metas[url])
      for (const url of pendingUrls) setMeta(url, { coming: true })
      const next = async (): Promise<void> => {
        const url = pendingUrls.shift()
        if (url === undefined) return
        await fetchMeta(url)
        await next()
      }
      await Promise.all(Array.from({ length: maxConcurrent }, next))
    },
  }
}
