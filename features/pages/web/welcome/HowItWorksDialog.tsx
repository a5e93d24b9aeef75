import { openCreateChannelDialog } from '#features/channels/web/open-create-channel.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import type { WelcomePage } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './HowItWorksDialog.module.css'
import { PictureLinks } from './PictureLinks.tsx'
import { Steps } from './Steps.tsx'

/** The product in three steps, with example channels. */
export function HowItWorksDialog({ images, close }: CloseProps & Pick<WelcomePage, 'images'>) {
  return (
    <Dialog title={t('how.title')}>
      <div className={css.content}>
        <Steps level={3} />
        {images.length > 0 && (
          <>
            <h3>{t('how.look')}</h3>
            <PictureLinks images={images} onClick={() => close()} />
          </>
        )}
      </div>
      <DialogActions>
        <Button
          kind="accent"
          wide
          onClick={() => {
            close()
            openCreateChannelDialog()
          }}
        >
          {t('make')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
