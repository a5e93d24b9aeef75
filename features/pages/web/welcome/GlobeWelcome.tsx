import { curationContract } from '#features/curation/contract.ts'
import { openingSizes, welcomeVideo } from '#features/curation/opening.ts'
import { homeRead } from '#features/curation/reads.ts'
import { makeChannel } from '#features/curation/web/open.ts'
import { usePages } from '#kit/web/use.ts'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { x } from '#ui/icons.ts'
import { Picture } from '#ui/Picture.tsx'
import { t } from '../texts.ts'
import css from './GlobeWelcome.module.css'
import { useWelcome } from './useWelcome.ts'

/** What this is, to whoever comes for the first time: in large letters, over a picture of what is on. */
export function GlobeWelcome() {
  const { page, hide } = useWelcome('globe')
  const channels = usePages(curationContract.listDefaultPlaylists, homeRead)
  const video = welcomeVideo(channels.items ?? [])
  if (!page) return null
  const { title, description, images } = page
  return (
    <>
      {video?.image && (
        <div className={css.backdrop} aria-hidden="true">
          <Picture id={video.id} name="" source={video.image} shape="card" sizes={openingSizes.home} eager />
          <span className={css.veil} />
        </div>
      )}
      <section className={css.welcome} aria-labelledby="welcome">
        <IconButton className={css.hide} kind="glass" icon={x} iconSize={20} label={t('hide')} onClick={hide} />
        <h2 id="welcome" className={css.title}>
          {title}
        </h2>
        <p className={css.text}>{description}</p>
        <div className={css.actions}>
          <Button kind="accent" onClick={makeChannel}>
            {t('make')}
          </Button>
          <Button
            kind="text"
            onClick={() => void openDialog(() => import('./HowItWorksDialog.tsx').then((module) => module.HowItWorksDialog), { images })}
          >
            {t('how.title')}
          </Button>
        </div>
      </section>
    </>
  )
}
