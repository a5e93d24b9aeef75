import type { TvChannel } from '#features/guide/shapes.ts'
import type { SubjectOf } from '#shell/subjects.ts'

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** An on-demand video of a TV channel. */
    tv_item: { tv: TvChannel }
  }
}

export const itemSubject = (tv: TvChannel, { id, title }: { id: string; title: string }): SubjectOf<'tv_item'> => ({
  type: 'tv_item',
  id,
  name: title,
  tv,
})
