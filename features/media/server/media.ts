import { demand, type Limits } from '#kit/server/limits.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { createLinks, type Links } from './links.ts'
import { createPictures, type Pictures, type PictureTools } from './pictures.ts'

/** What other features do with pictures and links. */
export interface Media {
  pictures: Pictures
  links: Links
}

interface MediaTools extends Omit<PictureTools, 'countFetches' | 'sandbox'> {
  limits: Pick<Limits, 'count'>
  sandboxes: { pictures: Sandbox }
}

/** Room for a channel's thousand links, pasted in a minute. */
const fetches = { max: 1200, windowSeconds: 60 }

export function createMedia({ limits, sandboxes, ...tools }: MediaTools): Media {
  const countFetches = (userId: string, count: number) => demand(limits.count(`links:${userId}`, fetches, count))
  const pictures = createPictures({ ...tools, sandbox: sandboxes.pictures, countFetches })
  return { pictures, links: createLinks({ fetchPublic: tools.fetchPublic, pictures, countFetches }) }
}
