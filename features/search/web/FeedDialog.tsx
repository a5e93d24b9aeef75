import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { rss } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toasts.ts'
import { CopyButton, selectAll } from '#features/sharing/web/share-options.tsx'
import { searchContract } from '../contract.ts'
import type { SearchHistoryItem } from '../history.ts'
import { t } from './texts.ts'

interface FeedDialogProps extends CloseProps {
  item: SearchHistoryItem
}

/** The address of a followed search's RSS feed. */
export function FeedDialog({ item: { id, search }, close }: FeedDialogProps) {
  const read = useRead(searchContract.getSearchFeed, { params: { id } })
  const revoking = useChange(searchContract.revokeSearchFeed)
  const revoke = () =>
    revoking.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          close()
          toast(t('feed.revoked'))
        },
      },
    )
  return (
    <Dialog title={t('feed.title_of', { keyword: search })} text={t('feed.text')}>
      <LoadedContent
        read={read}
        failed={t('feed.failed')}
        skeleton={
          <Skeleton label={t('feed.loading')}>
            <SkeletonBlock height={52} />
          </Skeleton>
        }
      >
        {({ url }) => (
          <>
            <Field label={t('feed.address')}>
              <TextInput icon={rss} value={url} readOnly onFocus={selectAll} />
            </Field>
            {revoking.error && <Alert>{revoking.error.message}</Alert>}
            <DialogActions>
              <Button busy={revoking.isPending} onClick={revoke}>
                {t('feed.revoke')}
              </Button>
              <CopyButton text={url} label={t('feed.copy')} onCopied={() => undefined} />
            </DialogActions>
          </>
        )}
      </LoadedContent>
    </Dialog>
  )
}
