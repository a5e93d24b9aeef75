import type { Read } from '#kit/web/use.ts'

/** A page offered in the palette. */
export interface Destination {
  id: string
  name: string
  /** Distinguishes pages with the same name, such as by location. */
  detail?: string | undefined
  /** Icon name from `icons.ts`. */
  icon: string
  /** An address of `paths`. */
  href: string
}

/** A group of pages in the palette, loaded when it opens. */
export interface DestinationSource {
  /** Heading. */
  name: () => string
  /** @throws ApiError */
  list: (read: Read) => Promise<readonly Destination[]>
}
