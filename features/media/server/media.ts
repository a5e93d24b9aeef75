import type { Limits } from '#kit/server/limits.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { createLinks, type Links } from './links.ts'
import { createPictures, type Pictures, type PictureTools } from './pictures.ts'

/** What other features do with pictures and links. */
export interface Media {
  pictures: Pictures
  links: Links
}

interface MediaTools extends Omit<PictureTools, 'sandbox'> {
  limits: Pick<Limits, 'take' | 'takeAll'>
  sandboxes: { pictures: Sandbox; texts: Sandbox }
}

export function createMedia({ sandboxes, ...tools }: MediaTools): Media {
  const pictures = createPictures({ ...tools, sandbox: sandboxes.pictures })
  return { pictures, links: createLinks({ ...tools, pictures, sandbox: sandboxes.texts }) }
}
