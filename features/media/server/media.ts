import type { PictureUses } from '#kit/server/picture-uses.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { createLinks, type Links } from './links.ts'
import { createPictureSignatures, type PictureSignatures } from './picture-signatures.ts'
import { createPictures, type Pictures, type PictureTools } from './pictures.ts'
import { createPictureAccess, type PictureQueries } from './queries/picture-access.ts'

/** Pictures and links, for other features. */
export interface Media {
  pictures: Pictures
  links: Links
  access: PictureQueries
  signatures: PictureSignatures
}

interface MediaTools extends Omit<PictureTools, 'sandbox' | 'access' | 'signatures'> {
  /** Where features show pictures, for access checks. */
  uses: readonly PictureUses[]
  sandboxes: { pictures: Sandbox; texts: Sandbox }
}

export function createMedia({ sandboxes, uses, ...tools }: MediaTools): Media {
  const access = createPictureAccess(uses)
  const signatures = createPictureSignatures()
  const pictures = createPictures({ ...tools, access, signatures, sandbox: sandboxes.pictures })
  return { pictures, access, signatures, links: createLinks({ ...tools, pictures, sandbox: sandboxes.texts }) }
}
