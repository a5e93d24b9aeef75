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
import type { WelcomePage } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './GlobeWelcome.module.css'

/** What this is, to whoever comes for the first time: in large letters, over a picture of what is on. */
export function GlobeWelcome({ page: { title, description, images }, onHide }: { page: WelcomePage; onHide: () => void }) {
  const channels = usePages(curationContract.listDefaultPlaylists, homeRead)
  const video = welcomeVideo(channels.items ?? [])
  return (
    <>
      {video?.image && (
        <div className={css.backdrop} aria-hidden="true">
          <Picture id={video.id} name="" source={video.image} shape="card" sizes={openingSizes.home} eager />
          <span className={css.veil} />
        </div>
      )}
      <section className={css.welcome} aria-labelledby="welcome">
        <IconButton className={css.hide} kind="glass" icon={x} iconSize={20} label={t('hide')} onClick={onHide} />
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
