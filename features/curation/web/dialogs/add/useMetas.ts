import { useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { type LinkMeta, mediaContract } from '#features/media/contract.ts'

/** What is known of an address: nothing yet, what its page says, or why that did not come. */
export interface Meta {
  coming: boolean
  found?: LinkMeta
  /** The address itself was refused: it can't be added. */
  refused?: string
}

/** The page did not answer, and is asked once more when the item is added. */
export const isLate = (meta: Meta | undefined): boolean => meta !== undefined && !meta.coming && !meta.found && meta.refused === undefined

/** There is a page, and nothing on it that can play here. */
export const isUnplayable = (meta: Meta | undefined): boolean =>
  meta?.found?.reached === true && !meta.found.is_pending && meta.found.kind === 'page'

/** Addresses asked about at the same time. */
const together = 3

/** What the pages at addresses say of themselves, each asked once. */
export function useMetas() {
  const { mutateAsync } = useChange(mediaContract.getMeta)
  const [metas, setMetas] = useState<Readonly<Record<string, Meta>>>({})
  const know = (url: string, meta: Meta) => setMetas((now) => ({ ...now, [url]: meta }))

  const askOne = async (url: string) => {
    try {
      const found = await mutateAsync({ body: { url } })
      know(url, { coming: false, ...((found.reached || !found.is_pending) && { found }) })
    } catch (error) {
      const refused = error instanceof ApiError ? error.body.errors['url']?.[0] : undefined
      // What did not come now, the server asks for once more when the item is added.
      know(url, { coming: false, ...(refused !== undefined && { refused }) })
    }
  }

  return {
    of: (url: string): Meta | undefined => metas[url],
    async ask(urls: readonly string[]) {
      const waiting = urls.filter((url) => !metas[url])
      for (const url of waiting) know(url, { coming: true })
      const next = async (): Promise<void> => {
        const url = waiting.shift()
        if (url === undefined) return
        await askOne(url)
        await next()
      }
      await Promise.all(Array.from({ length: together }, next))
    },
  }
}
