import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/Icon.tsx'
import { check, scissors } from '#ui/icons.ts'
import { useStop } from '#ui/arrow-navigation.ts'
import { isSelected, selection, toggleSubject } from '#shell/selection.ts'
import type { Subject, SubjectOf } from '#shell/subjects.ts'
import { isCut } from '../clipboard/clip.ts'
import type { MovableType } from '../place/target.ts'
import { useClip } from '../clipboard/clipboard.ts'
import { t } from '../texts.ts'
import css from './marks.module.css'

/** Marks a cut thing until it is pasted. */
const CutMark = () => (
  <span className={css.cut} data-cut="" title={t('clipboard.is_cut')}>
    <Icon icon={scissors} size={16} />
    <span className={css.unseen}>{t('clipboard.is_cut')}</span>
  </span>
)

interface SelectionCheckboxProps {
  subject: Subject
  isOn: boolean
  className: string | undefined
}
/** The checkbox that selects a thing. */
function SelectionCheckbox({ subject, isOn, className }: SelectionCheckboxProps) {
  const { tabIndex } = useStop()
  return (
    <label className={cx(css.check, className)} data-check="">
      <input
        type="checkbox"
        className={css.input}
        checked={isOn}
        aria-label={t('select.one', { name: subject.name })}
        tabIndex={tabIndex}
        onChange={() => selection.set((now) => toggleSubject(now, subject))}
      />
      <span className={cx(css.box, isOn && css.on)}>{isOn && <Icon icon={check} size={16} />}</span>
    </label>
  )
}

function useMarks(subject: Subject) {
  const now = selection.use()
  const clip = useClip()
  return {
    isCut: isCut(clip, subject.type as MovableType, subject.id),
    isSelecting: now?.subjects[0]?.type === subject.type,
    isOn: isSelected(now, subject.type, subject.id),
  }
}

/** Shows on a video's card the mark of a cut, and the checkbox while videos of its channel are selected. */
export function CardMark({ subject }: { subject: SubjectOf<'video'> }) {
  const marks = useMarks(subject)
  const first = selection.get()?.subjects[0]
  const isHere = first?.type === 'video' && first.channel.id === subject.channel.id && subject.place !== undefined
  return (
    <>
      {marks.isCut && <CutMark />}
      {marks.isSelecting && isHere && <SelectionCheckbox subject={subject} isOn={marks.isOn} className={css.onCard} />}
    </>
  )
}

/** Shows the cut mark and the checkbox before the title of a series. */
export function RowMark({ subject }: { subject: SubjectOf<'serie'> }) {
  const { isCut: wasCut, isSelecting, isOn } = useMarks(subject)
  return (
    <>
      {isSelecting && <SelectionCheckbox subject={subject} isOn={isOn} className={css.onRow} />}
      {wasCut && <CutMark />}
    </>
  )
}

/** Shows on the disc of a channel or group that it is cut or selected. There is no checkbox, because a press on the disc selects. */
export function StopMark({ subject }: { subject: SubjectOf<'playlist'> | SubjectOf<'group'> }) {
  const { isCut: wasCut, isOn } = useMarks(subject)
  if (!wasCut && !isOn) return null
  return (
    <span className={cx(css.onStop, css.box, isOn && css.on)} data-cut={wasCut ? '' : undefined} data-check={isOn ? '' : undefined}>
      <Icon icon={isOn ? check : scissors} size={16} />
      <span className={css.unseen}>{t(isOn ? 'select.is_selected' : 'clipboard.is_cut')}</span>
    </span>
  )
}
