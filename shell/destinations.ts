import type { Read } from '#kit/web/use.ts'

/** A page that the palette leads to. */
export interface Destination {
  id: string
  name: string
  /** What tells it from others of the same name, or where it lies. */
  detail?: string | undefined
  /** A drawing of `icons.ts`. */
  icon: string
  /** An address of `paths`. */
  href: string
}

/** Pages of one kind that the palette leads to; it asks for them when it opens. */
export interface DestinationSource {
  /** The heading over them. */
  name: () => string
  /** @throws ApiError */
  list: (read: Read) => Promise<readonly Destination[]>
}
