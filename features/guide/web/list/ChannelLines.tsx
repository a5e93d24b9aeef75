import type { ReactNode } from 'react'
import { useRenderInSteps } from '#ui/useRenderInSteps.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { ListedTvChannel } from '../../shapes.ts'
import { useNow } from '../now.ts'
import { tvSubject } from '../subjects.ts'
import { ChannelLine } from './ChannelLine.tsx'
import css from './ListScreen.module.css'

/** Number of lines in the first render. */
const batchSize = 16

interface ChannelLinesProps<T> {
  channels: readonly T[]
  /** Content shown instead of a channel's name, such as the name with marked words. */
  nameOf?: (tv: T) => ReactNode
  /** Content beside a channel's name, such as why the channel was found. */
  noteOf?: (tv: T) => ReactNode
}

/** A list of TV channels with their current programmes. */
export function ChannelLines<T extends ListedTvChannel>({ channels, nameOf, noteOf }: ChannelLinesProps<T>) {
  const now = useNow()
  const propsOf = useSubjectMenu('channel')
  const shownChannels = useRenderInSteps(channels, batchSize)
  return (
    <ul className={css.list}>
      {shownChannels.map((tv) => (
        <ChannelLine key={tv.id} tv={tv} now={now} subjectProps={propsOf(tvSubject(tv))} label={nameOf?.(tv)} note={noteOf?.(tv)} />
      ))}
    </ul>
  )
}
