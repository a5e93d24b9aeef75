import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { warningCircleFill } from '#ui/icons.ts'
import { useStop } from '#ui/arrow-navigation.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import css from './RemovalMark.module.css'
import { useRemoval } from './removals.ts'
import { showRemoval } from './show-removal.ts'
import { t } from './texts.ts'

/** A mark on the disc of a removed channel in its owner's bar. */
export function StopRemovalMark({ subject }: { subject: SubjectOf<'playlist'> }) {
  return (
    useRemoval('playlist', subject.id) && (
      <span className={css.onStop}>
        <Icon icon={warningCircleFill} size={20} />
        <span className={css.unseen}>{t('removed.mark')}</span>
      </span>
    )
  )
}

/** A mark with the reason in the header of a removed channel. */
export function ChannelRemovalMark({ subject }: { subject: SubjectOf<'playlist'> }) {
  const removal = useRemoval('playlist', subject.id)
  return (
    removal && (
      <Button
        size="s"
        icon={warningCircleFill}
        aria-label={`${t('removed.mark')}. ${t('removed.why')}`}
        onClick={() => showRemoval(removal)}
      >
        {t('removed.mark')}
      </Button>
    )
  )
}

/** A mark before the title of a removed series. */
export function SeriesRemovalMark({ subject }: { subject: SubjectOf<'serie'> }) {
  const removal = useRemoval('serie', subject.id)
  return (
    removal && (
      <IconButton
        className={css.onRow}
        icon={warningCircleFill}
        label={`${t('removed.mark')}. ${t('removed.why')}`}
        onClick={() => showRemoval(removal)}
      />
    )
  )
}

/** A mark below the card of a removed video. */
export function VideoRemovalMark({ subject }: { subject: SubjectOf<'video'> }) {
  const removal = useRemoval('video', subject.id)
  const { tabIndex } = useStop()
  return (
    removal && (
      <button type="button" className={css.below} tabIndex={tabIndex} onClick={() => showRemoval(removal)}>
        <Icon icon={warningCircleFill} size={16} className={css.icon} />
        <span>
          {t('removed.mark')}. <u>{t('removed.why')}</u>
        </span>
      </button>
    )
  )
}
