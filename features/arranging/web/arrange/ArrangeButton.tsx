import { useEffect } from 'react'
import { Button } from '#ui/Button.tsx'
import { cards, mergeRefs, stops } from '#ui/drag/elements.ts'
import { grips } from '#ui/drag/late-elements.ts'
import { arrowsOutCardinal, dotsSix } from '#ui/icons.ts'
import { announce } from '#ui/toasts.ts'
import { closestSubject, type SubjectOf } from '#shell/subjects.ts'
import { openMenu } from '#ui/menus.ts'
import { subjectMenu } from '#shell/registry.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { stopProps } from '#ui/arrow-navigation.ts'
import { channelContents, channelHeads } from '#features/channels/web/channel/elements.ts'
import { t } from '../texts.ts'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { barEditModeId, toggleArranging } from './toggle-arranging.ts'
import { type Arrangeable, enableArranging } from './enable-arranging.ts'
import { arrangingHint } from './hint.ts'
import css from './arrange.module.css'

interface ArrangeButtonProps {
  subject: SubjectOf<'playlist'>
}

/** A button that toggles the edit mode of a channel. Makes its videos and rows draggable: by mouse always, else in edit mode. */
export function ArrangeButton({ subject: { id, channel, open } }: ArrangeButtonProps) {
  const now = editModeId.use()
  const isOn = now === id
  // False while the bar is in edit mode, because the channel is then inert.
  const mayEdit = channel.may_edit && open !== undefined && now !== barEditModeId

  useEffect(() => {
    const article = mayEdit ? contentOf(id) : undefined
    return article ? enableArranging(article, arrangeableChannel(id)) : undefined
  }, [mayEdit, id])
  useEffect(() => {
    if (!isOn) return
    const article = contentOf(id)
    // Shows the hint in the channel's head, where it covers no row.
    const head = article && channelHeads.in(article)[0]?.element
    article?.setAttribute('data-arranging', '')
    head?.setAttribute('data-hint', arrangingHint())
    announce(t('arrange.begun'))
    return () => {
      article?.removeAttribute('data-arranging')
      head?.removeAttribute('data-hint')
    }
  }, [isOn, id])
  useEffect(() => () => editModeId.set((now) => (now === id ? undefined : now)), [id])

  if (!mayEdit) return null
  return (
    <Button
      size="s"
      kind={isOn ? 'line' : 'quiet'}
      icon={isOn ? undefined : arrowsOutCardinal}
      aria-label={t(isOn ? 'arrange.done' : 'arrange.name')}
      onClick={() => toggleArranging(id)}
    >
      {isOn ? t('arrange.done') : <span className={css.inChannel}>{t('arrange.name')}</span>}
    </Button>
  )
}

const contentOf = (id: string) => channelContents.in().find(({ value }) => value === id)?.element

const cardOfStop = (stop: Element | undefined) => cards.get(stop?.parentElement)

/** Videos and rows of a channel. In edit mode a press on a video opens its menu. */
const arrangeableChannel = (id: string): Arrangeable => ({
  id,
  loadSource: async () => {
    const { dragSourceAt } = await import('./source.ts')
    return (element) => dragSourceAt(element)
  },
  isKeyTarget: (element) => grips.get(element) !== undefined || (stops.get(element) && cardOfStop(element)) !== undefined,
  isInside: (element) => element.closest('button, input') !== null || closestSubject('serie', element) !== undefined,
  tap(element) {
    const stop = stops.closest(element)?.element
    if (!stop || !cardOfStop(stop)) return false
    const subject = closestSubject('video', stop)?.value
    const menu = subject && subjectMenu(subject)
    if (menu) openMenu(menu, stop)
    return true
  },
})

const gripRef = mergeRefs(grips.ref(undefined), stopProps.ref)

/** The handle of a row in edit mode, for pointer and keyboard. */
export function SeriesGrip({ subject: { channel, name } }: { subject: SubjectOf<'serie'> }) {
  if (editModeId.use() !== channel.id) return null
  return (
    <IconButton className={css.grip} icon={dotsSix} label={t('arrange.move_row', { name })} data-grip="" {...stopProps} ref={gripRef} />
  )
}
