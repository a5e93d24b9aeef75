import { IconButton } from '#ui/IconButton.tsx'
import { dotsSix } from '#ui/icons.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { t } from '../texts.ts'
import css from './arrange.module.css'
import { arranged } from './arranged.ts'

/** In edit mode, where a row is taken hold of: by the keyboard too. */
export function SeriesGrip({ subject: { channel, name } }: { subject: SubjectOf<'serie'> }) {
  if (arranged.use() !== channel.id) return null
  return <IconButton className={css.grip} icon={dotsSix} label={t('arrange.move_row', { name })} data-grip="" data-stop="" />
}
