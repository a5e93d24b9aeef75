import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { x } from '#ui/icons.ts'
import { Picture } from '#ui/Picture.tsx'
import { roomStyle } from '#ui/room-colour.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { animateOpening, stageRef } from './motion.ts'
import { endPlayer, nowPlaying, removePlayer, type NowPlaying } from './now-playing.ts'
import { findPressedElement } from './pressed-element.ts'
import css from './PlayerHost.module.css'
import { t } from './texts.ts'

interface PlayerHostProps {
  /** The player, whose code loads with the first playback. */
  Player: (props: { now: NowPlaying }) => ReactNode
}

/** Renders the single player, outside of the screens, so that playback continues across navigation. */
export function PlayerHost({ Player }: PlayerHostProps) {
  const now = nowPlaying.use()
  const signedIn = useSignedIn()
  // Ends playback when the user changes, because the next user may not have access.
  useEffect(() => (signedIn ? () => endPlayer() : undefined), [signedIn])
  if (!now) return null
  return (
    <ErrorBoundary key={now.id} fallback={renderFailure(now)}>
      <Suspense fallback={!now.waits && <LoadingPlayer now={now} />}>
        <Player now={now} />
      </Suspense>
    </ErrorBoundary>
  )
}

const dialogRole = { role: 'dialog', 'aria-modal': true } as const

const renderFailure = (now: NowPlaying) => (retry: () => void) => <LoadingPlayer now={now} onAgain={retry} />

interface LoadingPlayerProps {
  now: NowPlaying
  /** Retries a failed load. */
  onAgain?: () => void
}

/** Shown while the player loads: the picture of the pressed item at its final position, and a close button. */
function LoadingPlayer({ now, onAgain }: LoadingPlayerProps) {
  const { id, view } = now
  const item = now.items[now.index]
  const root = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => (root.current && item ? animateOpening(root.current, id, item.id) : undefined), [id, item])
  // Closes at once, because playback has not started.
  useEffect(() => {
    if (view === 'docked') endPlayer()
    if (view === 'leaving') removePlayer(id)
  }, [id, view])
  useEffect(() => {
    close.current?.focus({ preventScroll: true })
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && endPlayer()
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('keydown', leave)
      if (!nowPlaying.get()) findPressedElement()?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div
      ref={root}
      className={cx('dark-theme', css.waiting)}
      style={item && roomStyle({ id: item.id, picture: item.image })}
      data-room={item && ''}
      {...dialogRole}
      aria-label={t('player.loading')}
    >
      {item && (
        <span className={css.picture} ref={stageRef} data-stage="">
          <Picture id={item.id} name={item.title} source={item.image} shape="card" sizes="100vw" eager />
        </span>
      )}
      <div className={css.state}>
        {onAgain ? (
          <>
            <p role="alert">{t('player.notLoaded')}</p>
            <Button kind="quiet" size="s" onClick={onAgain}>
              {t('player.tryAgain')}
            </Button>
          </>
        ) : (
          <Spinner size={48} />
        )}
      </div>
      <IconButton ref={close} className={css.close} icon={x} label={t('player.close')} onClick={endPlayer} />
    </div>
  )
}
