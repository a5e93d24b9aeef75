import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { Boundary } from '#ui/Boundary.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { x } from '#ui/icons.ts'
import { Picture } from '#ui/Picture.tsx'
import { roomStyle } from '#ui/room.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { open } from './motion.ts'
import { endPlayer, nowPlaying, playerHasLeft, type NowPlaying } from './now-playing.ts'
import { originElement } from './origin.ts'
import css from './PlayerHost.module.css'
import { t } from './texts.ts'

interface PlayerHostProps {
  /** The player itself: its code comes when something is first played. */
  Player: (props: { now: NowPlaying }) => ReactNode
}

/**
 * The place of the one player: it outlives the screens, so that it plays on while somebody goes from one to another.
 */
export function PlayerHost({ Player }: PlayerHostProps) {
  const now = nowPlaying.use()
  const signedIn = useSignedIn()
  // What somebody who was logged in may watch is not for whoever comes after.
  useEffect(() => (signedIn ? () => endPlayer() : undefined), [signedIn])
  if (!now) return null
  return (
    <Boundary key={now.id} fallback={failed(now)}>
      <Suspense fallback={!now.waits && <Waiting now={now} />}>
        <Player now={now} />
      </Suspense>
    </Boundary>
  )
}

const asDialog = { role: 'dialog', 'aria-modal': true } as const

const failed = (now: NowPlaying) => (again: () => void) => <Waiting now={now} onAgain={again} />

interface WaitingProps {
  now: NowPlaying
  /** Its code did not come: asks for it again. */
  onAgain?: () => void
}

/** In the player's place until its code has come: the picture of what was pressed, where the player will have it, and the way out. */
function Waiting({ now, onAgain }: WaitingProps) {
  const { id, view } = now
  const item = now.items[now.index]
  const root = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => (root.current && item ? open(root.current, id, item.id) : undefined), [id, item])
  // There is nothing yet that could leave slowly, or play on.
  useEffect(() => {
    if (view === 'docked') endPlayer()
    if (view === 'leaving') playerHasLeft(id)
  }, [id, view])
  useEffect(() => {
    close.current?.focus({ preventScroll: true })
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && endPlayer()
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('keydown', leave)
      if (!nowPlaying.get()) originElement()?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div
      ref={root}
      className={cx('dark-theme', css.waiting)}
      style={item && roomStyle({ id: item.id, picture: item.image })}
      data-room={item && ''}
      {...asDialog}
      aria-label={t('player.loading')}
    >
      {item && (
        <span className={css.picture} data-stage="">
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
