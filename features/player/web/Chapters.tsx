import { useMediaSelector } from 'media-chrome/react/media-store'
import { formatLength } from '#kit/web/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { caretRight } from '#ui/icons.ts'
import { type Chapter, findChapterAt } from './chapters.ts'
import css from './Chapters.module.css'
import { OptionMenu } from './OptionMenu.tsx'
import { t } from './texts.ts'
import { useControl } from './control.ts'

interface ChaptersProps {
  chapters: readonly Chapter[]
  container: HTMLElement | null
}

/** The current chapter as a button that opens the list. Renders nothing without chapters. */
export function Chapters({ chapters, container }: ChaptersProps) {
  const control = useControl()
  const at = useMediaSelector((state) => findChapterAt(chapters, state.mediaCurrentTime ?? 0))
  const now = chapters[at]
  if (!now) return null
  return (
    <OptionMenu
      className={css.trigger}
      container={container}
      heading={t('player.chapters')}
      label={t('player.chapterOf', { title: now.title })}
      value={String(at)}
      options={chapters.map(({ start, title }, index) => ({ value: String(index), name: `${formatLength(start)} · ${title}` }))}
      onChoose={(value) => control.seek(chapters[Number(value)]?.start ?? 0)}
    >
      <span className={css.name}>{now.title}</span>
      <Icon icon={caretRight} size={16} />
    </OptionMenu>
  )
}
