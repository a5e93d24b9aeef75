import { Fragment } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { formatMoney } from '#kit/web/format-money.ts'
import { unshownErrors } from '#kit/web/problems.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { openDialog } from '#ui/dialogs.ts'
import { Disc } from '#ui/Disc.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { arrowDown, arrowUp } from '#ui/icons.ts'
import { announce, toast } from '#ui/toasts.ts'
import { type OperatorTier, packagesContract } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './operator.module.css'

const failed = { onError: (error: ApiError) => toast(unshownErrors(error, []).join(' '), { warning: true }) }

interface TierRowProps {
  tier: OperatorTier
  /** Index among all packages. */
  at: number
  /** Index of the last package. */
  last: number
}

/** A package in the operator's list, with its actions. */
export function TierRow({ tier, at, last }: TierRowProps) {
  const { id, name, icon, is_archived: isArchived, subscribers } = tier
  const update = useChange(packagesContract.updateTier)
  const remove = useChange(packagesContract.deleteTier)
  const params = { id }
  const isBusy = update.isPending || remove.isPending
  const move = (order: number) => {
    if (isBusy || order < 0 || order > last) return
    update.mutate({ params, body: { order } }, { ...failed, onSuccess: () => announce(t('operator.moved', { name, place: order + 1 })) })
  }
  const edit = () => void openDialog(() => import('./TierDialog.tsx').then((module) => module.TierDialog), { tier })
  const archive = () =>
    update.mutate(
      { params, body: { is_archived: !isArchived } },
      { ...failed, onSuccess: () => toast(t(isArchived ? 'operator.restore_done' : 'operator.archive_done', { name })) },
    )
  async function ask() {
    const question = {
      title: t('operator.delete_title', { name }),
      text: t('operator.delete_text'),
      action: t('operator.delete_action'),
    }
    if (await confirm(question)) remove.mutate({ params }, { ...failed, onSuccess: () => toast(t('operator.delete_done', { name })) })
  }
  return (
    <li className={css.row}>
      <Disc id={id} name={name} picture={icon} size={44} />
      <div className={css.words}>
        <h2 className={css.name}>{name}</h2>
        <p className={css.quiet}>
          {factsOf(tier).map((fact, at, { length }) => (
            <Fragment key={fact}>
              <span>{at === length - 1 ? fact : `${fact} ·`}</span>
              {at < length - 1 && ' '}
            </Fragment>
          ))}
        </p>
      </div>
      <div className={css.actions}>
        <IconButton icon={arrowUp} iconSize={20} label={t('operator.up', { name })} aria-disabled={at === 0} onClick={() => move(at - 1)} />
        <IconButton
          icon={arrowDown}
          iconSize={20}
          label={t('operator.down', { name })}
          aria-disabled={at === last}
          onClick={() => move(at + 1)}
        />
        <Button size="s" aria-label={t('operator.edit_named', { name })} onClick={edit}>
          {t('operator.edit')}
        </Button>
        <Button
          size="s"
          aria-label={t(isArchived ? 'operator.restore_named' : 'operator.archive_named', { name })}
          disabled={isBusy}
          onClick={archive}
        >
          {t(isArchived ? 'operator.restore' : 'operator.archive')}
        </Button>
        {subscribers === 0 && (
          <Button size="s" aria-label={t('operator.delete_named', { name })} disabled={isBusy} onClick={() => void ask()}>
            {t('operator.delete')}
          </Button>
        )}
      </div>
    </li>
  )
}

const factsOf = (tier: OperatorTier): string[] => [
  ...(tier.is_archived ? [t('operator.archived')] : []),
  ...(tier.package_name === tier.name ? [] : [t('operator.part_of', { name: tier.package_name })]),
  tier.is_free ? t('free') : t('operator.month', { price: formatMoney(tier.price) }),
  t('contains.channels', { count: tier.channels.length }),
  t('contains.playlists', { count: tier.playlists.length }),
  t('operator.subscribers', { count: tier.subscribers }),
]
