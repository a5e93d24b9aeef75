import { memo } from 'react'
import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { useChange } from '#kit/web/change.ts'
import { confirm } from '#ui/confirm.ts'
import { cx } from '#ui/cx.ts'
import { openDialog } from '#ui/dialogs.ts'
import { Disc } from '#ui/Disc.tsx'
import { sortedRows } from '#ui/drag/late-elements.ts'
import { DragGrip } from '#ui/DragGrip.tsx'
import { Icon } from '#ui/Icon.tsx'
import { eye, eyeSlash, listPlus, pencilSimple, star, trash } from '#ui/icons.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuRow } from '#ui/menus.ts'
import { toast } from '#ui/toasts.ts'
import { Checkbox } from '#ui/toggles.tsx'
import { tvSourcesContract } from '../../contract.ts'
import type { OperatorChannel } from '../../operator-channels.ts'
import { t } from '../texts.ts'
import { moveMenuRows } from './moves.ts'
import css from './operator.module.css'

interface ChannelRowProps {
  channel: OperatorChannel
  /** Index among all channels; undefined if the list is filtered. */
  index: number | undefined
  /** The last index; undefined if more pages follow. */
  last: number | undefined
  isArranging: boolean
  isChosen: boolean
  onToggle: (id: string) => void
}

/** Returns the labels of a channel, beside its name. */
function marksOf({ number, groups, kind, is_off, is_gone, adult, guide, guide_match, blocked_countries }: OperatorChannel) {
  return [
    number !== null && String(number),
    groups.length > 0 ? groups.join(', ') : t('channel.other_group'),
    kind === 'radio' && t('operator.channels.is_radio'),
    is_off && t('operator.channels.is_off'),
    is_gone && t('operator.channels.is_gone'),
    adult && t('operator.channels.is_adult'),
    guide === null && guide_match !== 'hand' && t('operator.channels.no_guide'),
    blocked_countries.length > 0 && t('operator.channels.blocked', { count: blocked_countries.length }),
  ].filter(Boolean)
}

export const ChannelRow = memo(({ channel, index, last, isArranging, isChosen, onToggle }: ChannelRowProps) => {
  const { id, name, logo, is_off: isOff, is_gone: isGone, source_id: sourceId } = channel
  const isEditedByHand = channel.set_by_hand.length > 0 || channel.guide_match === 'hand'
  const update = useChange(tvSourcesContract.updateTvChannel)
  const remove = useChange(tvSourcesContract.deleteTvChannel)
  const promote = useChange(tvSourcesContract.promote)
  const failed = { onError: ({ message }: Error) => toast(message, { warning: true }) }
  const move = (order: number) =>
    update.mutate({ params: { id }, body: { order } }, { ...failed, onSuccess: () => toast(t('operator.channels.moved', { name })) })
  const edit = () => void openDialog(() => import('./ChannelDialog.tsx').then((module) => module.ChannelDialog), { channel })

  async function confirmDeletion() {
    const isListed = sourceId !== null && !isGone
    const question = {
      title: t('operator.channels.delete_question', { name }),
      text: t(isListed ? 'operator.channels.delete_listed' : 'operator.channels.delete_text'),
      action: t('operator.channels.delete'),
    }
    if (await confirm(question))
      remove.mutate({ params: { id } }, { ...failed, onSuccess: () => toast(t('operator.channels.deleted', { name })) })
  }
  const rows = (): MenuRow[] => [
    { id: 'edit', section: 'edit', name: t('operator.edit'), icon: pencilSimple, perform: edit },
    {
      id: 'guide',
      section: 'edit',
      name: t('operator.channels.guide'),
      icon: listPlus,
      perform: () => void openDialog(() => import('./GuideDialog.tsx').then((module) => module.GuideDialog), { channel }),
    },
    {
      id: 'off',
      section: 'edit',
      name: t(isOff ? 'operator.channels.on' : 'operator.channels.off'),
      icon: isOff ? eye : eyeSlash,
      perform: () => update.mutate({ params: { id }, body: { is_off: !isOff } }, failed),
    },
    {
      id: 'promote',
      section: 'edit',
      name: t('operator.channels.promote'),
      icon: star,
      perform: () =>
        promote.mutate(
          { body: { type: 'channel', channel_id: id } },
          { ...failed, onSuccess: () => toast(t('operator.channels.promoted', { name })) },
        ),
    },
    ...(index === undefined ? [] : moveMenuRows(index, last, move)),
    { id: 'delete', section: 'delete', name: t('operator.channels.delete'), icon: trash, perform: () => void confirmDeletion() },
  ]
  return (
    <li ref={sortedRows.ref(id)} className={css.row}>
      {isArranging ? (
        <DragGrip label={t('operator.grip', { name })} name={name} listName={t('operator.channels.list')} onDrop={move} />
      ) : (
        <Checkbox
          className={css.check}
          checked={isChosen}
          onChange={() => onToggle(id)}
          aria-label={t('operator.channels.select', { name })}
        >
          {null}
        </Checkbox>
      )}
      <Disc id={id} name={name} picture={logo} size={44} />
      <div className={css.words}>
        <button type="button" className={cx(css.name, css.opens)} onClick={edit}>
          {name}
        </button>
        <p className={css.quiet}>
          {joinWithDots(marksOf(channel))}
          {/* The word joiner keeps the icon from standing alone on a line. */}
          {isEditedByHand && '\u2060'}
          {isEditedByHand && (
            <span className={css.byHand} title={t('operator.channels.is_by_hand')}>
              <Icon icon={pencilSimple} size={14} />
              <span>{t('operator.channels.is_by_hand')}</span>
            </span>
          )}
        </p>
      </div>
      <MenuButton label={t('operator.menu', { name })} menu={{ label: name, rows }} />
    </li>
  )
})
