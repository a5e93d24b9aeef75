import { useEffect } from 'react'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { MessageBar } from '#shell/MessageBar.tsx'
import { selection } from '#shell/selection.ts'
import { reportsContract } from '../contract.ts'
import { removals } from './removals.ts'
import { showRemoval } from './show-removal.ts'
import { t } from './texts.ts'

/** Loads the reader's removals once per page, for the marks, and notifies a user whose profile was removed. */
export function RemovalsLoader() {
  const { data } = useRead(reportsContract.listRemovals, {})
  useEffect(() => {
    if (data) removals.set(data)
  }, [data])
  // Clears the removals when the user changes, because only their owner may see them.
  useEffect(() => () => removals.set([]), [])

  // Hides the notice during a selection, because the selection's buttons have the same position.
  const isSelecting = selection.use() !== undefined
  const ownRemoval = data?.find(({ removable_type: type }) => type === 'user')
  return (
    ownRemoval &&
    !isSelecting && (
      <MessageBar
        label={t('removed.person')}
        actions={
          <Button kind="line" size="s" onClick={() => showRemoval(ownRemoval)}>
            {t('removed.why')}
          </Button>
        }
      >
        <b>{t('removed.person')}</b>
        <p>{t('removed.person_text')}</p>
      </MessageBar>
    )
  )
}
