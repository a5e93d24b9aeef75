import type { OutputOf } from '#kit/contract/endpoint.ts'
import { useRead } from '#kit/web/use.ts'
import { dataRightsContract } from '../contract.ts'
import css from './DataScreen.module.css'
import { t } from './texts.ts'

export interface Made extends OutputOf<typeof dataRightsContract.makeImport> {
  /** Of what was read. */
  id: string
}

/** While pictures are put in place, it is asked for again so often. */
const refreshMs = 3000

/** What came of a file, also what did not. */
export function ImportResult({ made: { id, playlists, pictures, follows, likes } }: { made: Made }) {
  const { data } = useRead(
    dataRightsContract.getImport,
    { params: { id } },
    { enabled: pictures.waiting > 0, isProvisional: (now) => now.pictures.waiting > 0, refreshMs },
  )
  const { waiting, kept, unreadable, too_many: tooMany, held } = data?.pictures ?? pictures
  const came = {
    done: playlists.length,
    followed: follows.restored,
    liked: likes.restored,
    pictures_kept: kept,
    pictures_waiting: waiting,
  } as const
  const leftOut = {
    missing: follows.missing + likes.missing,
    pictures_unreadable: unreadable,
    pictures_too_many: tooMany,
  } as const
  return (
    <div className={css.result} tabIndex={-1} ref={focusOn}>
      {namesOf(came).map((key) => (
        <p key={key}>
          {t(`bring.${key}`, { count: came[key] })}
          {key === 'pictures_waiting' && held && ` ${t(`bring.held_${held}`)}`}
        </p>
      ))}
      {namesOf(leftOut).map((key) => (
        <p key={key} className={css.line}>
          {t(`bring.${key}`, { count: leftOut[key] })}
        </p>
      ))}
    </div>
  )
}

/** Of what there is any. */
const namesOf = <Name extends string>(counts: Readonly<Record<Name, number>>) =>
  (Object.keys(counts) as Name[]).filter((name) => counts[name] > 0)

/** What was made has the focus, and is in sight: what it was made with stood further down. */
function focusOn(result: HTMLElement | null) {
  result?.focus({ preventScroll: true })
  // Its beginning, however long it is.
  result?.scrollIntoView({ block: 'start' })
}
