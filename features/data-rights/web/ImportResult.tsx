import type { OutputOf } from '#kit/contract/endpoint.ts'
import { useRead } from '#kit/web/read.ts'
import { dataRightsContract } from '../contract.ts'
import css from './DataRightsScreen.module.css'
import { t } from './texts.ts'

export interface ImportOutcome extends OutputOf<typeof dataRightsContract.makeImport> {
  /** Id of the import. */
  id: string
}

/** Polling interval while pictures are being added, in ms. */
const refreshMs = 3000

/** Result of an import, including what failed. */
export function ImportResult({ outcome: { id, playlists, pictures, follows, likes } }: { outcome: ImportOutcome }) {
  const { data } = useRead(
    dataRightsContract.getImport,
    { params: { id } },
    { enabled: pictures.waiting > 0, isProvisional: (now) => now.pictures.waiting > 0, refreshMs },
  )
  const { waiting, kept, unreadable, too_many: tooMany, held } = data?.pictures ?? pictures
  const importedCounts = {
    done: playlists.length,
    followed: follows.restored,
    liked: likes.restored,
    pictures_kept: kept,
    pictures_waiting: waiting,
  } as const
  const problemCounts = {
    missing: follows.missing + likes.missing,
    pictures_unreadable: unreadable,
    pictures_too_many: tooMany,
  } as const
  return (
    <div className={css.result} tabIndex={-1} ref={focusOn}>
      {nonZeroKeys(importedCounts).map((key) => (
        <p key={key}>
          {t(`bring.${key}`, { count: importedCounts[key] })}
          {key === 'pictures_waiting' && held && ` ${t(`bring.held_${held}`)}`}
        </p>
      ))}
      {nonZeroKeys(problemCounts).map((key) => (
        <p key={key} className={css.line}>
          {t(`bring.${key}`, { count: problemCounts[key] })}
        </p>
      ))}
    </div>
  )
}

/** Returns the keys of counts above zero. */
const nonZeroKeys = <Name extends string>(counts: Readonly<Record<Name, number>>) =>
  (Object.keys(counts) as Name[]).filter((name) => counts[name] > 0)

/** Focuses the result and scrolls to it, because the button was further down. */
function focusOn(result: HTMLElement | null) {
  result?.focus({ preventScroll: true })
  // Scrolls to the result's start, because the result may be taller than the window.
  result?.scrollIntoView({ block: 'start' })
}
