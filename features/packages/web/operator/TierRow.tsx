import { Fragment } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { formatMoney } from '#kit/web/format-money.ts'
import { unshownErrors } from '#kit/web/problems.ts'
import { confirm } from '#ui/confirm.ts'
import { openDialog } from '#ui/dialogs.ts'
import { Disc } from '#ui/Disc.tsx'
import { archive, arrowCounterClockwise, pencilSimple, trash } from '#ui/icons.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuRow } from '#ui/menus.ts'
import { toast } from '#ui/toasts.ts'
import { moveMenuRows } from '#features/tv-sources/web/operator/moves.ts'
import { type OperatorTier, packagesContract } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './operator.module.css'

const failureOptions = { onError: (error: ApiError) => toast(unshownErrors(error, []).join(' '), { warning: true }) }

interface TierRowProps {
  tier: OperatorTier
  /** Index among all packages. */
  index: number
  /** Index of the last package. */
  last: number
}

/** A package in the operator's list, with its actions. */
export function TierRow({ tier, index, last }: TierRowProps) {
  const { id, name, icon, is_archived: isArchived, subscribers } = tier
  const update = useChange(packagesContract.updateTier)
  const remove = useChange(packagesContract.deleteTier)
  const params = { id }
  const move = (to: number) => {
    const order = Math.min(to, last)
    update.mutate(
      { params, body: { order } },
      { ...failureOptions, onSuccess: () => toast(t('operator.moved', { name, place: order + 1 })) },
    )
  }
  const edit = () => void openDialog(() => import('./TierDialog.tsx').then((module) => module.TierDialog), { tier })
  const archiveOrDelete = () =>
    update.mutate(
      { params, body: { is_archived: !isArchived } },
      { ...failureOptions, onSuccess: () => toast(t(isArchived ? 'operator.restore_done' : 'operator.archive_done', { name })) },
    )
  async function confirmAndDelete() {
    const question = {
      title: t('operator.delete_title', { name }),
      text: t('operator.delete_text'),
      action: t('operator.delete_action'),
    }
    if (await confirm(question))
      remove.mutate({ params }, { ...failureOptions, onSuccess: () => toast(t('operator.delete_done', { name })) })
  }
  const rows = (): MenuRow[] => [
    { id: 'edit', section: 'edit', name: t('operator.edit'), icon: pencilSimple, perform: edit },
    {
      id: 'archive',
      section: 'edit',
      name: t(isArchived ? 'operator.restore' : 'operator.archive'),
      icon: isArchived ? arrowCounterClockwise : archive,
      perform: archiveOrDelete,
    },
    ...moveMenuRows(index, last, move),
    ...(subscribers === 0
      ? [{ id: 'delete', section: 'delete', name: t('operator.delete'), icon: trash, perform: () => void confirmAndDelete() }]
      : []),
  ]
  return (
    <li className={css.row}>
      <Disc id={id} name={name} picture={icon} size={44} />
      <div className={css.words}>
        <h2 className={css.name}>
          <button type="button" className={css.opens} onClick={edit}>
            {name}
          </button>
        </h2>
        <p className={css.quiet}>
          {describeTier(tier).map((fact, nth, { length }) => (
            <Fragment key={fact}>
              <span>{nth === length - 1 ? fact : `${fact} ·`}</span>
              {nth < length - 1 && ' '}
            </Fragment>
          ))}
        </p>
      </div>
      <MenuButton label={t('operator.menu', { name })} menu={{ label: name, rows }} />
    </li>
  )
}

const describeTier = (tier: OperatorTier): string[] => [
  ...(tier.is_archived ? [t('operator.archived')] : []),
  ...(tier.package_name === tier.name ? [] : [t('operator.part_of', { name: tier.package_name })]),
  tier.is_free ? t('free') : t('operator.month', { price: formatMoney(tier.price) }),
  t('contains.channels', { count: tier.channels.length }),
  t('contains.playlists', { count: tier.playlists.length }),
  t('operator.subscribers', { count: tier.subscribers }),
]
