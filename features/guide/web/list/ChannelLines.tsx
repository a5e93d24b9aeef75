import { useRenderInSteps } from '#ui/useGradually.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { ListedTvChannel } from '../../shapes.ts'
import { useNow } from '../now.ts'
import { tvSubject } from '../subjects.ts'
import { ChannelLine } from './ChannelLine.tsx'
import css from './ListScreen.module.css'

/** Number of lines in the first render. */
const atOnce = 16

/** A list of TV channels with their current programmes. */
export function ChannelLines({ channels }: { channels: readonly ListedTvChannel[] }) {
  const now = useNow()
  const propsOf = useSubjectMenu('channel')
  const shown = useRenderInSteps(channels, atOnce)
  return (
    <ul className={css.list}>
      {shown.map((tv) => (
        <ChannelLine key={tv.id} tv={tv} now={now} subjectProps={propsOf(tvSubject(tv))} />
      ))}
    </ul>
  )
}
