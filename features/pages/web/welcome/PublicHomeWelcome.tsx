import { Suspense, useEffect, useRef, useState } from 'react'
import { openingSizes } from '#features/channels/opening.ts'
import { openCreateChannelDialog } from '#features/channels/web/open-create-channel.ts'
import { usePlayLink } from '#features/channels/web/usePlayLink.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { openDialog } from '#ui/dialogs.ts'
import { Disc } from '#ui/Disc.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { pauseFill, playFill, x } from '#ui/icons.ts'
import { lazily } from '#ui/lazily.ts'
import { Picture } from '#ui/Picture.tsx'
import { useRoomColour } from '#ui/room-colour.ts'
import { createStore } from '#ui/store.ts'
import { paths } from '#shell/paths.ts'
import type { Hero, WelcomePage } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './PublicHomeWelcome.module.css'

const HeroVideo = lazily(() => import('./HeroVideo.tsx').then((module) => module.HeroVideo))

/** Collapses the section. If the code of the animation doesn't load, hides the section at once. */
const hideSection = (section: HTMLElement | null) =>
  import('#ui/collapse.ts').then(({ collapseElement }) => collapseElement(section)).catch(() => {})

/** Milliseconds after the page has loaded before the video plays, so that loading the video doesn't delay the content. */
const motionDelayMs = 1500

/** The channel at the top, which stays the same until the page is reloaded. */
const heroOfVisit = createStore<Hero | null>(null)

/** The introduction for first-time visitors: large, over a channel to watch. */
export function PublicHomeWelcome({
  page: { title, description, images, hero: chosen },
  onHide,
}: {
  page: WelcomePage
  onHide: () => void
}) {
  const [hero] = useState(() => heroOfVisit.get() ?? chosen)
  useEffect(() => heroOfVisit.set(hero), [hero])
  const section = useRef<HTMLElement>(null)
  const mayMove = useMotionAllowed()
  const [isStopped, setIsStopped] = useState(false)
  const isMoving = mayMove && !isStopped
  const playLink = usePlayLink('globe')
  const watch = hero && playLink(hero.playlist_id, hero.video.id)
  useRoomColour(hero ? { id: hero.playlist_id, picture: hero.video.image } : undefined, 'opening')
  return (
    <section ref={section} className={css.welcome} aria-labelledby="welcome">
      {hero?.video.image && (
        <div className={cx(css.stage, hero.file === null && isMoving && css.drifts)} aria-hidden="true">
          <Picture id={hero.video.id} name="" source={hero.video.image} shape="card" sizes={openingSizes.home} eager />
        </div>
      )}
      {hero?.file && mayMove && (
        // A separate boundary, so that the page neither waits for this code nor fails without it.
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <HeroVideo className={css.video} file={hero.file} isMoving={isMoving} />
          </Suspense>
        </ErrorBoundary>
      )}
      {hero && <span className={css.veil} />}
      {hero && mayMove && (
        <IconButton
          className={css.pause}
          kind="glass"
          icon={isMoving ? pauseFill : playFill}
          iconSize={20}
          label={t(isMoving ? 'motion.stop' : 'motion.start')}
          onClick={() => setIsStopped(isMoving)}
        />
      )}
      <IconButton
        className={css.hide}
        kind="glass"
        icon={x}
        iconSize={20}
        label={t('hide')}
        onClick={() => void hideSection(section.current).then(onHide)}
      />
      {hero && (
        <a className={css.channel} href={paths.playlists({ playlist: hero.playlist_id })}>
          <Disc id={hero.playlist_id} name={hero.name} picture={hero.icon} size={28} eager />
          <span>{hero.name}</span>
        </a>
      )}
      <h2 id="welcome" className={css.title}>
        {title}
      </h2>
      <p className={css.text}>{description}</p>
      <div className={css.actions}>
        {hero && watch && (
          <ButtonLink kind="accent" icon={playFill} href={watch.href} onClick={watch.onClick}>
            <span className={css.watch}>{t('watch', { name: hero.name })}</span>
          </ButtonLink>
        )}
        <Button kind={hero ? 'quiet' : 'accent'} onClick={openCreateChannelDialog}>
          {t('make')}
        </Button>
        <Button
          kind="line"
          onClick={() => void openDialog(() => import('./HowItWorksDialog.tsx').then((module) => module.HowItWorksDialog), { images })}
        >
          {t('how.title')}
        </Button>
      </div>
    </section>
  )
}

/** Whether motion may start: the page has loaded, and the user prefers neither reduced motion nor reduced data. */
function useMotionAllowed(): boolean {
  const [isAllowed, setIsAllowed] = useState(false)
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (connection?.saveData || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      timer = setTimeout(() => setIsAllowed(true), motionDelayMs)
    }
    if (document.readyState === 'complete') begin()
    else addEventListener('load', begin, { once: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('load', begin)
    }
  }, [])
  return isAllowed
}
