import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { arrowsOutCardinal } from '#ui/icons.ts'
import { announce } from '#ui/toasts.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { t } from '../texts.ts'
import { arranged, ownBar, toggleArranging } from './arranged.ts'
import { arrangeableChannel } from './arrangeable-channel.ts'
import { followArranging } from './follow.ts'

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
