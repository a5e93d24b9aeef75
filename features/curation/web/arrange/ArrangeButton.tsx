import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { arrowsOutCardinal, dotsSix } from '#ui/icons.ts'
import { announce } from '#ui/toasts.ts'
import { type SubjectOf, subjectsAt } from '#shell/subjects.ts'
import { openMenu } from '#ui/menus.ts'
import { menuOf } from '#shell/registry.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { t } from '../texts.ts'
import { arranged, ownBar, toggleArranging } from './arranged.ts'
import { type Arrangeable, followArranging } from './follow.ts'
import css from './arrange.module.css'

interface ArrangeButtonProps {
  subject: SubjectOf<'playlist'>
}

/** Turns the edit mode of a channel on and off; and lets its videos and rows be dragged, by a mouse also without that. */
export function ArrangeButton({ subject: { id, channel, open } }: ArrangeButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const now = arranged.use()
  const isOn = now === id
  // One thing is arranged at a time: while that is the bar, the channel below is out of reach.
  const mayEdit = channel.may_edit && open !== undefined && now !== ownBar

  useEffect(() => {
    const article = mayEdit ? articleOf(button.current) : undefined
    return article ? followArranging(article, arrangeableChannel(id)) : undefined
  }, [mayEdit, id])
  useEffect(() => {
    if (!isOn) return
    const article = articleOf(button.current)
    // What it says stands above the rows: over them it would cover one.
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

/** What shows the channel, below the header that the button is in. */
const articleOf = (button: Element | null) => button?.closest('header')?.parentElement?.querySelector('article')

const cards = '[data-card] > [data-stop]'

/** The videos and rows of a channel; in edit mode a press on a video opens its menu and plays nothing. */
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

/** In edit mode, where a row is taken hold of: by the keyboard too. */
export function SeriesGrip({ subject: { channel, name } }: { subject: SubjectOf<'serie'> }) {
  if (arranged.use() !== channel.id) return null
  return <IconButton className={css.grip} icon={dotsSix} label={t('arrange.move_row', { name })} data-grip="" data-stop="" />
}
