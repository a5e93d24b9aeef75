import { Suspense } from 'react'
import { lazily } from '#ui/lazily.ts'
import { Spinner } from '#ui/Spinner.tsx'
import css from './Player.module.css'
import type { PlayerProps } from './PlayerOverlay.tsx'
import { t } from './texts.ts'

export type { PlayableItem } from './plan.ts'

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
