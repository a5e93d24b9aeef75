import type { SubjectOf } from '#shell/subjects.ts'
import type { TvChannel } from '../shapes.ts'

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** A TV channel. */
    channel: { tv: TvChannel }
    /** A programme of a TV channel. */
    epg: { tv: TvChannel; programme: { startTime: string; stopTime: string }; isReminded: boolean }
  }
}

export const tvSubject = (tv: TvChannel): SubjectOf<'channel'> => ({ type: 'channel', id: tv.id, name: tv.name, tv })

interface NamedProgramme {
  id: string
  title: string
  startTime: string
  stopTime: string
}

export const programmeSubject = (
  tv: TvChannel,
  { id, title, startTime, stopTime }: NamedProgramme,
  isReminded = false,
): SubjectOf<'epg'> => ({
  type: 'epg',
  id,
  name: title,
  tv,
  programme: { startTime, stopTime },
  isReminded,
})
