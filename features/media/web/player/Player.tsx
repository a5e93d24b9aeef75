import { Suspense } from 'react'
import { lazily } from '#ui/lazily.ts'
import { Spinner } from '#ui/Spinner.tsx'
import type { PlayableItem } from './plan.ts'
import css from './Player.module.css'
import { t } from './texts.ts'

export type { PlayableItem } from './plan.ts'

export interface PlayerProps {
  /** What plays one after the other. */
  items: readonly PlayableItem[]
  /** Which of them plays now. */
  index: number
  /** Another one is to play: chosen by the person, or the next because this one has ended. */
  onIndexChange: (index: number) => void
  /** The player is to go: its button, Escape. What started with `onPlaying` ends when it is unmounted. */
  onClose: () => void
  /** Once for each item, when it really plays. */
  onPlaying?: ((item: PlayableItem) => void) | undefined
  /** What the items are a part of: the channel or the series. */
  title?: string | undefined
  /** False when nobody has pressed play yet (an address that was opened): then nothing is asked of anybody until somebody does. */
  autoplay?: boolean | undefined
}

const PlayerOverlay = lazily(() => import('./PlayerOverlay.tsx').then((module) => module.PlayerOverlay))

/** Plays items over everything else in the frame. Its code comes when it is first shown. */
export function Player(props: PlayerProps) {
  return (
    <Suspense fallback={<Coming />}>
      <PlayerOverlay {...props} />
    </Suspense>
  )
}

function Coming() {
  return (
    <output className={css.coming} aria-label={t('player.loading')}>
      <Spinner size={48} />
    </output>
  )
}
