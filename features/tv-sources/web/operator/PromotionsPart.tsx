import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { useRead } from '#kit/web/read.ts'
import { useChange } from '#kit/web/change.ts'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { Disc, IconDisc } from '#ui/Disc.tsx'
import { sortedRows } from '#ui/drag/late-elements.ts'
import { DragGrip } from '#ui/DragGrip.tsx'
import { plus, trash, televisionSimple } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuRow } from '#ui/menus.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { toast } from '#ui/toasts.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { tvSourcesContract } from '../../contract.ts'
import type { Promotion } from '../../promotions.ts'
import { t } from '../texts.ts'
import { moveMenuRows } from './moves.ts'
import css from './operator.module.css'

const openPromoteDialog = () => void openDialog(() => import('./PromoteDialog.tsx').then((module) => module.PromoteDialog), {})

/** The promotions, in order. */
export function PromotionsPart() {
  const read = useRead(tvSourcesContract.listPromotions, {})
  return (
    <>
      <p className={css.quiet}>{t('operator.promotions.text')}</p>
      <div className={css.buttons}>
        <Button size="s" icon={plus} onClick={openPromoteDialog}>
          {t('operator.promotions.add')}
        </Button>
      </div>
      <LoadedContent read={read} failed={t('operator.failed')} skeleton={<ListSkeleton label={t('operator.loading')} height={72} />}>
        {(promotions) =>
          promotions.length === 0 ? (
            <StateMessage
              title={t('operator.promotions.none')}
              text={t('operator.promotions.none_text')}
              picture={<IconDisc icon={televisionSimple} size={88} />}
            />
          ) : (
            <ol className={css.rows} aria-label={t('operator.promotions.list')}>
              {promotions.map((promotion, index) => (
                <PromotionRow key={promotion.id} promotion={promotion} index={index} last={promotions.length - 1} />
              ))}
            </ol>
          )
        }
      </LoadedContent>
    </>
  )
}

interface PromotionRowProps {
  promotion: Promotion
  index: number
  last: number
}

function PromotionRow({ promotion: { id, type, channel_id: channelId, name: channelName, image, state }, index, last }: PromotionRowProps) {
  const move = useChange(tvSourcesContract.movePromotion)
  const end = useChange(tvSourcesContract.endPromotion)
  const name = channelName ?? t('operator.promotions.nameless')
  const failed = { onError: ({ message }: Error) => toast(message, { warning: true }) }
  const moveTo = (order: number) =>
    move.mutate({ params: { id }, body: { order } }, { ...failed, onSuccess: () => toast(t('operator.promotions.moved', { name })) })
  const rows = (): MenuRow[] => [
    ...moveMenuRows(index, last, moveTo),
    {
      id: 'end',
      section: 'end',
      name: t('operator.promotions.end'),
      icon: trash,
      perform: () => end.mutate({ params: { id } }, { ...failed, onSuccess: () => toast(t('operator.promotions.ended', { name })) }),
    },
  ]
  return (
    <li ref={sortedRows.ref(id)} className={css.row}>
      <DragGrip label={t('operator.grip', { name })} name={name} listName={t('operator.promotions.list')} onDrop={moveTo} />
      <Disc id={channelId ?? id} name={name} picture={image} size={44} />
      <div className={css.words}>
        <span className={css.name}>{name}</span>
        <p className={css.quiet}>
          {joinWithDots([t(`operator.promotions.type.${type}`), state !== 'shown' && t(`operator.promotions.${state}`)])}
        </p>
      </div>
      <MenuButton label={t('operator.menu', { name })} menu={{ label: name, rows }} />
    </li>
  )
}
