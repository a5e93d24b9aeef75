import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { arrowsOutCardinal, dotsSix } from '#ui/icons.ts'
import { announce } from '#ui/toasts.ts'
import { type SubjectOf, subjectsAt } from '#shell/subjects.ts'
import { openMenu } from '#ui/menus.ts'
import { menuOf } from '#shell/registry.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { t } from '../texts.ts'
import { arranged } from '#features/channels/web/arranged.ts'
import { ownBar, toggleArranging } from './arranged.ts'
import { type Arrangeable, followArranging } from './follow.ts'
import css from './arrange.module.css'

interface ArrangeButtonProps {
  subject: SubjectOf<'playlist'>
}

/** Toggles the edit mode of a channel, and makes its videos and rows draggable (by mouse even without edit mode). */
export function ArrangeButton({ subject: { id, channel, open } }: ArrangeButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const now = arranged.use()
  const isOn = now === id
  // While the bar is arranged, the channel is inert.
  const mayEdit = channel.may_edit && open !== undefined && now !== ownBar

  useEffect(() => {
    const article = mayEdit ? articleOf(button.current) : undefined
    return article ? followArranging(article, arrangeableChannel(id)) : undefined
  }, [mayEdit, id])
  useEffect(() => {
    if (!isOn) return
    const article = articleOf(button.current)
    // The hint is shown in the head, because it would cover a row.
    const head = article?.querySelector('[data-zap]')
    article?.setAttribute('data-arranging', '')
    head?.setAttribute('data-hint', t('arrange.hint'))
    announce(t('arrange.begun'))
    return () => {
      article?.removeAttribute('data-arranging')
      head?.removeAttribute('data-hint')
    }
  }, [isOn])
  useEffect(() => () => arranged.set((now) => (now === id ? undefined : now)), [id])

  if (!mayEdit) return null
  return (
    <Button
      ref={button}
      size="s"
      kind={isOn ? 'line' : 'quiet'}
      icon={isOn ? undefined : arrowsOutCardinal}
      onClick={() => toggleArranging(id)}
    >
      {t(isOn ? 'arrange.done' : 'arrange.name')}
    </Button>
  )
}

/** Finds the channel's article, below the button's header. */
const articleOf = (button: Element | null) => button?.closest('header')?.parentElement?.querySelector('article')

const cards = '[data-card] > [data-stop]'

/** Videos and rows of a channel. In edit mode a press on a video opens its menu. */
const arrangeableChannel = (id: string): Arrangeable => ({
  id,
  loadSource: async () => (await import('./source.ts')).sourceAt,
  keyTargets: `${cards}, [data-grip]`,
  inside: '[data-series], button, input, [role="menu"], [role="dialog"], [data-toasts], [data-bar]',
  tap(element) {
    const card = element.closest<HTMLElement>(cards)
    if (!card) return false
    const subject = subjectsAt(card).find(({ type }) => type === 'video')
    const menu = subject && menuOf(subject)
    if (menu) openMenu(menu, card)
    return true
  },
})

/** The handle of a row in edit mode, for pointer and keyboard. */
export function SeriesGrip({ subject: { channel, name } }: { subject: SubjectOf<'serie'> }) {
  if (arranged.use() !== channel.id) return null
  return <IconButton className={css.grip} icon={dotsSix} label={t('arrange.move_row', { name })} data-grip="" data-stop="" />
}
