import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { x } from '#ui/icons.ts'
import { Picture } from '#ui/Picture.tsx'
import { openingSizes } from '../../opening.ts'
import { makeChannel } from '../open.ts'
import { t } from '../texts.ts'
import css from './Welcome.module.css'

/** What this is, to whoever comes for the first time. */
export function Welcome({ onHide }: { onHide: () => void }) {
  return (
    <section className={css.welcome} aria-labelledby="welcome">
      <IconButton className={css.hide} kind="glass" icon={x} iconSize={20} label={t('welcome.hide')} onClick={onHide} />
      <h2 id="welcome" className={css.title}>
        {t('head.home')}
      </h2>
      <p className={css.text}>{t('head.home_description')}</p>
      <div className={css.actions}>
        <Button kind="accent" onClick={makeChannel}>
          {t('welcome.make')}
        </Button>
        <Button
          kind="text"
          onClick={() => void openDialog(() => import('./HowItWorksDialog.tsx').then((module) => module.HowItWorksDialog), {})}
        >
          {t('welcome.how')}
        </Button>
      </div>
    </section>
  )
}

/** The picture that the welcome stands on: it belongs to what is on. */
export const WelcomePicture = ({ id, picture }: { id: string; picture: string }) => (
  <div className={css.backdrop} aria-hidden="true">
    <Picture id={id} name="" source={picture} shape="card" sizes={openingSizes.home} eager />
    <span className={css.veil} />
  </div>
)
