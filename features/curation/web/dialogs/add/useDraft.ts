import { useState } from 'react'
import type { LinkMeta } from '#features/media/contract.ts'

/** What an item is called and looks like. */
export interface Draft {
  title: string
  description: string
  /** A file, or the address of a picture of ours; empty: none. */
  image: File | string
}

/** Undefined: as the page says. */
type Given = { [Field in keyof Draft]?: Draft[Field] | undefined }

/** An item's texts and picture: what a person gave goes before what its page says, whenever that comes. */
export function useDraft(page: Pick<LinkMeta, 'title' | 'description' | 'image'> | undefined) {
  const [given, setGiven] = useState<Given>({})
  const draft: Draft = {
    title: given.title ?? page?.title ?? '',
    description: given.description ?? page?.description ?? '',
    image: given.image ?? page?.image ?? '',
  }
  return {
    draft,
    give: (some: Given) => setGiven((now) => ({ ...now, ...some })),
  }
}
