import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { Disc } from '#ui/Disc.tsx'
import { sortedRows } from '#ui/drag/late-elements.ts'
import { DragGrip } from '#ui/DragGrip.tsx'
import { plus, trash } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuRow } from '#ui/menus.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { moveMenuRows } from '#features/tv-sources/web/operator/moves.ts'
import type { DefaultChannel } from '../../contract/names.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { useDefaultChannels } from './useDefaultChannels.ts'

const openAddDialog = () => void openDialog(() => import('./AddDefaultDialog.tsx').then((module) => module.AddDefaultDialog), {})

/** Channels that everyone sees first. Operators order them by drag, keyboard or menu. */
export function DefaultChannels() {
  const { read, ids, save } = useDefaultChannels()
  const without = (id: string) => ids.filter((item) => item !== id)
  return (
    <section className={css.card} aria-labelledby="defaults">
      <h2 id="defaults" className={css.title}>
        {t('defaults.title')}
      </h2>
      <p className={css.quiet}>{t('defaults.text')}</p>
      <div className={css.buttons}>
        <Button size="s" icon={plus} onClick={openAddDialog}>
          {t('defaults.add')}
        </Button>
      </div>
      <LoadedContent read={read} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
        {({ channels }) =>
          channels.length === 0 ? (
            <p className={css.quiet}>{joinWithDots([t('defaults.none'), t('defaults.none_text')])}</p>
          ) : (
            <ol className={css.rows} aria-labelledby="defaults">
              {channels.map((channel, index) => (
                <DefaultChannelRow
                  key={channel.id}
                  channel={channel}
                  index={index}
                  last={channels.length - 1}
                  onMove={(to) => save(without(channel.id).toSpliced(to, 0, channel.id), t('defaults.moved', { name: channel.name }))}
                  onRemove={() => save(without(channel.id), t('defaults.removed', { name: channel.name }))}
                />
              ))}
            </ol>
          )
        }
      </LoadedContent>
    </section>
  )
}

interface RowProps {
  channel: DefaultChannel
  index: number
  last: number
  onMove: (to: number) => void
  onRemove: () => void
}

function DefaultChannelRow({ channel: { id, name, image, owner, is_shown: isShown }, index, last, onMove, onRemove }: RowProps) {
  const rows = (): MenuRow[] => [
    ...moveMenuRows(index, last, onMove),
    { id: 'remove', section: 'remove', name: t('defaults.remove'), icon: trash, perform: onRemove },
  ]
  return (
    <li ref={sortedRows.ref(id)} className={css.row}>
      <DragGrip label={t('defaults.grip', { name })} name={name} listName={t('defaults.title')} onDrop={onMove} />
      <Disc id={id} name={name} picture={image} size={44} />
      <div className={css.words}>
        <bdi className={css.name}>{name}</bdi>
        <span className={css.quiet}>{joinWithDots([owner ?? t('nameless'), !isShown && t('defaults.hidden')])}</span>
      </div>
      <MenuButton label={t('defaults.menu', { name })} menu={{ label: name, rows }} />
    </li>
  )
}
