import { formatDay } from '#kit/web/format-date.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/Icon.tsx'
import { arrowClockwise, linkSimple, trash, warningCircleFill } from '#ui/icons.ts'
import { openMenu } from '#ui/menus.ts'
import { useStop } from '#ui/arrow-navigation.ts'
import { performAction } from '#shell/perform-action.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { LinkFailure } from '#features/channels/contract.ts'
import { createLinkMenuRows } from './link-actions.ts'
import css from './LinkMark.module.css'
import { t } from './texts.ts'

interface LinkMarkProps {
  subject: SubjectOf<'video'>
}

/** Describes a failure, for example "No longer plays: removed at its source". */
const failureText = ({ state, problem }: LinkFailure): string => t(`mark.${state}`, { why: t(`problem.${problem}`) })

const createPerformers = (subject: SubjectOf<'video'>) => ({
  check: () => void performAction('video.checkLink', subject),
  replace: () => void performAction('video.replaceLink', subject),
  remove: () => void performAction('video.delete', subject),
})

/** The failure of a video's link with actions, below the video's card. Shown to users who may edit the video. */
export function CardLinkMark({ subject }: LinkMarkProps) {
  const { tabIndex } = useStop()
  const failure = subject.place?.video.link_failure
  if (!failure) return null
  const text = failureText(failure)
  return (
    <button
      type="button"
      className={cx(css.mark, css[failure.state])}
      aria-haspopup="menu"
      aria-label={`${text}. ${t('list.menu', { title: subject.name })}`}
      tabIndex={tabIndex}
      onClick={({ currentTarget }) =>
        openMenu({ label: subject.name, rows: () => createLinkMenuRows(createPerformers(subject)) }, currentTarget)
      }
    >
      <Icon icon={warningCircleFill} size={16} className={css.icon} />
      <span>{text}</span>
    </button>
  )
}

/** The failure of a video's link with buttons, beside a channel's rows. Shown to users who may edit the video. */
export function DetailLinkMark({ subject }: LinkMarkProps) {
  const failure = subject.place?.video.link_failure
  if (!failure) return null
  return (
    <div className={css.detail}>
      <p className={css.line}>
        <Icon icon={warningCircleFill} size={20} className={css.icon} />
        <span>
          {failureText(failure)}
          <small className={css.since}>{t('mark.since', { day: formatDay(failure.since) })}</small>
        </span>
      </p>
      <EditorButtons subject={subject} />
    </div>
  )
}

/** The owner's actions on a failing link, in the player. */
export const FailureLinkButtons = ({ subject }: LinkMarkProps) =>
  subject.place?.channel.may_edit === true && <EditorButtons subject={subject} isRetried />

interface EditorButtonsProps extends LinkMarkProps {
  /** Whether the player has its own retry button. */
  isRetried?: boolean
}

function EditorButtons({ subject, isRetried = false }: EditorButtonsProps) {
  const { check, replace, remove } = createPerformers(subject)
  return (
    <div className={css.buttons}>
      {!isRetried && (
        <Button size="s" icon={arrowClockwise} onClick={check}>
          {t('action.check')}
        </Button>
      )}
      <Button size="s" icon={linkSimple} onClick={replace}>
        {t('action.replace')}
      </Button>
      <Button size="s" icon={trash} onClick={remove}>
        {t('action.remove')}
      </Button>
    </div>
  )
}
