import { useChange } from '#kit/web/change.ts'
import { Button } from '#ui/Button.tsx'
import { arrowCounterClockwise } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import type { SettingName } from '#features/accounts/site-settings.ts'
import { siteContract } from '../../contract.ts'
import type { Settings } from '../../contract/settings.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { formatMoment } from '../wall-time.ts'

interface LastChangeProps {
  name: SettingName
  settings: Settings
  /** Called when the previous value has been restored. */
  onUndone?: () => void
}

/** The last change of a setting, with a button that restores the previous value. */
export function LastChange({ name, settings, onUndone }: LastChangeProps) {
  const { version, set_at: setAt, set_by: setBy } = settings[name]
  const undo = useChange(siteContract.undoSetting)
  if (setAt === null) return null
  const confirmAndUndo = () =>
    undo.mutate(
      { body: { name, version } },
      {
        onSuccess() {
          onUndone?.()
          toast(t('settings.undone'))
        },
        onError: ({ message }) => toast(message, { warning: true }),
      },
    )
  return (
    <div className={css.buttons}>
      <Button
        size="s"
        kind="line"
        icon={arrowCounterClockwise}
        busy={undo.isPending}
        aria-label={t('settings.undo_named', { name: t(`settings.${name}.title`) })}
        onClick={confirmAndUndo}
      >
        {t('settings.undo')}
      </Button>
      <p className={css.quiet}>{t('settings.last', { day: formatMoment(setAt), name: setBy ?? t('nameless') })}</p>
    </div>
  )
}
