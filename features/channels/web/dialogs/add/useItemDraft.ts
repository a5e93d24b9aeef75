import { useState } from 'react'
import type { LinkMeta } from '#features/media/contract.ts'

/** Texts and picture of an item. */
export interface Draft {
  title: string
  description: string
  /** A file, the address of a stored picture, or '' for none. */
  image: File | string
}

/** The user's input. Undefined fields have the page's metadata. */
export type UserInput = { [Field in keyof Draft]?: Draft[Field] | undefined }

/** Merges an item's texts and picture. Input of the user replaces the page's metadata, even if the metadata arrives later. */
export function useItemDraft(page: Pick<LinkMeta, 'title' | 'description' | 'image'> | undefined) {
  const [userInput, setUserInput] = useState<UserInput>({})
  const draft: Draft = {
    title: userInput.title ?? page?.title ?? '',
    description: userInput.description ?? page?.description ?? '',
    image: userInput.image ?? page?.image ?? '',
  }
  return {
    draft,
    give: (part: UserInput) => setUserInput((now) => ({ ...now, ...part })),
  }
}

/** Returns the fields to send. The server fills in missing fields, for which it fetches the page again unless its metadata is known. */
export const draftFields = ({ title, description, image }: Draft, isPageKnown: boolean): Partial<Draft> => ({
  ...(title && { title }),
  ...((isPageKnown || description) && { description }),
  ...((isPageKnown || image) && { image }),
})
