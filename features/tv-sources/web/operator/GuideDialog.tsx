import { useRead } from '#kit/web/read.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { toast } from '#ui/toasts.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { tvSourcesContract } from '../../contract.ts'
import { limits } from '../../rules.ts'
import type { GuideChannel, OperatorChannel } from '../../operator-channels.ts'
import { t } from '../texts.ts'
import { suggestionReason } from './suggestion-reason.ts'
import css from './operator.module.css'
import { useDebouncedSearch } from './useDebouncedSearch.ts'

/** Assigns a guide channel to a TV channel: a suggestion, a search result, or none. Imports keep the choice. */
export function GuideDialog({ channel: { id, name }, close }: CloseProps & { channel: OperatorChannel }) {
  const { typed, setTyped, query } = useDebouncedSearch()
  const suggestions = useRead(tvSourcesContract.suggestGuideChannels, { params: { id } })
  const results = useRead(tvSourcesContract.listGuideChannels, { query: { query, limit: 50 } }, { enabled: query !== '' })
  const update = useChange(tvSourcesContract.updateTvChannel)
  const { message } = formErrors(update.error)
  const set = (body: { guide_channel_id: number | null } | { from_list: ['guide'] }) =>
    update.mutate(
      { params: { id }, body },
      {
        onSuccess: ({ guide }) => {
          close()
          toast(t(guide === null ? 'operator.guides.unset' : 'operator.guides.set', { name }))
        },
      },
    )
  const line = (guideChannel: GuideChannel, about: string) => (
    <li key={guideChannel.id} className={css.row}>
      <div className={css.words}>
        <span className={css.name}>{guideChannel.name}</span>
        <p className={css.quiet}>{about}</p>
      </div>
      <Button
        size="s"
        busy={update.isPending}
        aria-label={t('operator.guides.take_of', { guide: guideChannel.name, name })}
        onClick={() => set({ guide_channel_id: guideChannel.id })}
      >
        {t('operator.guides.take')}
      </Button>
    </li>
  )
  return (
    <Dialog title={t('operator.guides.title', { name })}>
      <div className={css.form}>
        <SearchField maxLength={limits.name} label={t('operator.guides.search')} value={typed} onChange={setTyped} />
        {query === '' ? (
          <LoadedContent
            read={suggestions}
            failed={t('operator.failed')}
            skeleton={<ListSkeleton label={t('operator.loading')} height={72} />}
          >
            {(all) =>
              all.length === 0 ? (
                <p className={css.quiet}>{t('operator.guides.nothing_like')}</p>
              ) : (
                <ul className={css.rows} aria-label={t('operator.guides.suggestions')}>
                  {all.map((item) => line(item, `${suggestionReason(item)} · ${item.source_name}`))}
                </ul>
              )
            }
          </LoadedContent>
        ) : (
          <LoadedContent read={results} failed={t('operator.failed')} skeleton={<ListSkeleton label={t('operator.loading')} height={72} />}>
            {(all) =>
              all.length === 0 ? (
                <output className={css.quiet}>{t('operator.guides.none_found', { query })}</output>
              ) : (
                <ul className={css.rows} aria-label={t('operator.guides.found')}>
                  {all.map((item) => line(item, t('operator.guides.of', { name: item.key, source: item.source_name })))}
                </ul>
              )
            }
          </LoadedContent>
        )}
        {message && <Alert>{message}</Alert>}
      </div>
      <DialogActions>
        <Button busy={update.isPending} onClick={() => set({ from_list: ['guide'] })}>
          {t('operator.guides.again')}
        </Button>
        <Button busy={update.isPending} title={t('operator.guides.set_none_help')} onClick={() => set({ guide_channel_id: null })}>
          {t('operator.guides.set_none')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
