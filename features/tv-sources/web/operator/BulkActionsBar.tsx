import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { x } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import { tvSourcesContract } from '../../contract.ts'
import type { OperatorChannel } from '../../operator-channels.ts'
import { t } from '../texts.ts'
import css from './operator.module.css'

interface BulkActionsBarProps {
  channels: readonly OperatorChannel[]
  onClear: () => void
  /** Undefined: all visible channels are selected. */
  onAll: (() => void) | undefined
}

/** Actions on the selected channels, applied to all or none. */
export function BulkActionsBar({ channels, onClear, onAll }: BulkActionsBarProps) {
  const change = useChange(tvSourcesContract.updateTvChannels)
  const { message } = formErrors(change.error)
  if (channels.length === 0) return null
  const ids = channels.map(({ id }) => id)
  const set = (body: { is_off?: boolean; adult?: boolean }) =>
    change.mutate({ body: { ids, ...body } }, { onSuccess: ({ changed }) => toast(t('operator.channels.changed', { count: changed })) })
  const isOff = channels.every(({ is_off }) => is_off)
  const isAdult = channels.every(({ adult }) => adult)
  return (
    <section className={css.bar} aria-label={t('operator.channels.chosen', { count: ids.length })}>
      <div className={css.barHead}>
        <output className={css.heading}>{t('operator.channels.chosen', { count: ids.length })}</output>
        {onAll && (
          <Button size="s" kind="text" onClick={onAll}>
            {t('operator.channels.all_shown')}
          </Button>
        )}
        <IconButton icon={x} label={t('operator.channels.clear')} onClick={onClear} />
      </div>
      <div className={css.buttons}>
        <Button size="s" busy={change.isPending} onClick={() => set({ is_off: !isOff })}>
          {t(isOff ? 'operator.channels.on' : 'operator.channels.off')}
        </Button>
        <Button size="s" busy={change.isPending} onClick={() => set({ adult: !isAdult })}>
          {t(isAdult ? 'operator.channels.not_adult' : 'operator.channels.adult')}
        </Button>
        <Button
          size="s"
          onClick={() => void openDialog(() => import('./BulkEditDialog.tsx').then((module) => module.BulkEditDialog), { ids })}
        >
          {t('operator.channels.change')}
        </Button>
      </div>
      {message && <Alert>{message}</Alert>}
    </section>
  )
}
