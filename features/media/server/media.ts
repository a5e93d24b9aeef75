import { demand, type Limits } from '#kit/server/limits.ts'
import { createLinks, type Links } from './links.ts'
import { createPictures, type Pictures, type PictureTools } from './pictures.ts'

/** What other features do with pictures and links. */
export interface Media {
  pictures: Pictures
  links: Links
}

/** Room for a channel's thousand links, pasted in a minute. */
const fetches = { max: 1200, windowSeconds: 60 }

export function createMedia({ limits, ...tools }: Omit<PictureTools, 'countFetches'> & { limits: Pick<Limits, 'count'> }): Media {
  const countFetches = (userId: string, count: number) => demand(limits.count(`links:${userId}`, fetches, count))
  const pictures = createPictures({ ...tools, countFetches })
  return { pictures, links: createLinks({ fetchPublic: tools.fetchPublic, pictures, countFetches }) }
}
