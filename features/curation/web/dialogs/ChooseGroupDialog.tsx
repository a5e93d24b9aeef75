import { Dialog } from '#ui/Dialog.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { GroupDisc, IconDisc } from '#ui/Disc.tsx'
import { Icon } from '#ui/Icon.tsx'
import { caretRight, plusBold } from '#ui/icons.ts'
import type { Group } from '../../contract.ts'
import { membersOf } from '../group-members.ts'
import { t } from '../texts.ts'
import { useMine } from '../useMine.ts'
import css from './ChooseGroupDialog.module.css'

/** In which group a channel goes: answers one, or `new`. */
export function ChooseGroupDialog({ name, close }: Closing<Group | 'new'> & { name: string }) {
  const { data: mine } = useMine()
  return (
    <Dialog title={t('group.put')} text={name} width="s">
      <ul className={css.list} data-actions="">
        {mine?.groups.map((group) => (
          <li key={group.id}>
            <button type="button" className={css.series} onClick={() => close(group)}>
              <GroupDisc members={membersOf(group)} picture={group.icon} size={36} />
              <span className={css.name}>{group.name}</span>
              <span className={css.count}>{group.playlists.length}</span>
              <Icon of={caretRight} size={20} />
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={css.series} onClick={() => close('new')}>
            <IconDisc icon={plusBold} size={36} />
            <span className={css.name}>{t('group.create')}</span>
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
