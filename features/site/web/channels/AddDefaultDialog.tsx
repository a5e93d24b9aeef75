import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Finder } from '../find/Finder.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { useDefaultChannels } from './useDefaultChannels.ts'

/** Adds public channels to the default channels. Stays open, to add several. */
export function AddDefaultDialog({ close }: CloseProps) {
  const { read, ids, save, isSaving } = useDefaultChannels()
  return (
    <Dialog title={t('defaults.add')} text={t('defaults.text')}>
      <div className={css.part}>
        <Finder
          type="channel"
          action={({ id, name }) =>
            ids.includes(id)
              ? t('defaults.is')
              : {
                  name: t('defaults.add_one'),
                  label: t('defaults.add_named', { name }),
                  busy: isSaving || read.data === undefined,
                  perform: () => save([...ids, id], t('defaults.added', { name })),
                }
          }
        />
      </div>
      <DialogActions>
        <Button kind="accent" onClick={() => close()}>
          {t('done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
