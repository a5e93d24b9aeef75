import { useState } from 'react'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Disc } from '#ui/Disc.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { useDelayed } from '#ui/useDelayed.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { guideContract } from '../../contract.ts'
import { maxSearchResults, viewingLimits } from '../../viewing-rules.ts'
import { useNow } from '../now.ts'
import { type ChooseProgramme, toTimedProgramme } from '../programmes.ts'
import { t } from '../texts.ts'
import { formatDayFrom, formatSpan } from '../times.ts'
import { useDebounced } from '#ui/useDebounced.ts'
import css from './GuideSearchDialog.module.css'

/** Debounce of the search in ms. */
const debounceMs = 300
const minQueryLength = 2

interface GuideSearchDialogProps {
  onChoose: ChooseProgramme
}

/** Searches programmes by title. Stays open behind the dialog of a result. */
export function GuideSearchDialog({ onChoose }: GuideSearchDialogProps & CloseProps) {
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), debounceMs)
  const now = useNow()
  const isSearchable = query.length >= minQueryLength
  const result = useRead(
    guideContract.searchGuide,
    { query: { query: isSearchable ? query : 'xx', limit: maxSearchResults } },
    { enabled: isSearchable },
  )
  const isLate = useDelayed(isSearchable && !result.data && !result.error)
  return (
    <Dialog title={t('guide.search')}>
      <div className={css.content}>
        <SearchField label={t('guide.search_label')} value={typed} maxLength={viewingLimits.keyword} onChange={setTyped} />
        {!isSearchable ? (
          <p className={css.hint}>{t('guide.search_hint')}</p>
        ) : result.data ? (
          <>
            <output className={css.hint}>
              {result.data.length === 0 ? t('guide.search_none', { query }) : t('guide.found', { count: result.data.length })}
            </output>
            <ul className={css.list}>
              {result.data.map(({ channel, programme }) => {
                const slot = toTimedProgramme(programme)
                return (
                  <li key={`${channel.id} ${programme.id}`}>
                    <button type="button" className={css.row} onClick={() => onChoose(channel.id, slot)}>
                      <Disc id={channel.id} name={channel.name} picture={channel.logoId} size={44} />
                      <span className={css.words}>
                        <b>{programme.title}</b>
                        <small>
                          <LockedLine isLocked={channel.is_locked}>
                            {[`${formatDayFrom(now, slot.start)} ${formatSpan(slot)}`, channel.name, programme.subtitle]
                              .filter(Boolean)
                              .join(' · ')}
                          </LockedLine>
                        </small>
                      </span>
                    </button>
                  </li>
                )
              })}
            </ul>
          </>
        ) : result.error ? (
          <Alert>{t('guide.search_failed')}</Alert>
        ) : (
          isLate && (
            <Skeleton label={t('guide.search_loading')}>
              <SkeletonBlock height={56} />
              <SkeletonBlock height={56} />
              <SkeletonBlock height={56} />
            </Skeleton>
          )
        )}
      </div>
    </Dialog>
  )
}
