import { createLinks, type Links } from './links.ts'
import { createPictures, type Pictures, type PictureTools } from './pictures.ts'

/** What other features do with pictures and links. */
export interface Media {
  pictures: Pictures
  links: Links
}

export function createMedia(tools: PictureTools): Media {
  const pictures = createPictures(tools)
  return { pictures, links: createLinks({ fetchPublic: tools.fetchPublic, pictures }) }
}
