import { formatDay } from '#kit/web/format-date.ts'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { PictureRow, PictureRows } from '#ui/PictureRows.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { trash } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { reportsContract } from '../contract.ts'
import { removalLink } from './removals.ts'
import { showRemoval } from './show-removal.ts'
import { t } from './texts.ts'

/** The reader's removed content. */
export const RemovedScreen = () => (
  <PersonalScreen title={t('removed.list')} login={t('removed.login')}>
    <RemovedItems />
  </PersonalScreen>
)

function RemovedItems() {
  const read = useRead(reportsContract.listRemovals, {})
  return (
    <LoadedContent read={read} failed={t('removed.failed')} skeleton={<ListSkeleton label={t('removed.loading')} rows={2} height={72} />}>
      {(removed) =>
        removed.length === 0 ? (
          <StateMessage title={t('removed.none')} text={t('removed.none_text')} picture={<IconDisc icon={trash} size={88} />} />
        ) : (
          <PictureRows label={t('removed.list')}>
            {removed.map((item) => {
              const { removable_type: type, removable_id: id, playlist_id: playlistId, name, image } = item
              return (
                <PictureRow
                  key={id}
                  id={id}
                  name={name}
                  picture={image}
                  href={removalLink({ type, id, playlistId }, true)}
                  about={[t(`type_of.${type}`), item.reason, formatDay(item.removed_at)].join(' · ')}
                >
                  <Button size="s" aria-label={t('removed.why_of', { name })} onClick={() => showRemoval(item)}>
                    {t(item.answer === null ? 'removed.why' : 'removed.answered_short')}
                  </Button>
                </PictureRow>
              )
            })}
          </PictureRows>
        )
      }
    </LoadedContent>
  )
}
