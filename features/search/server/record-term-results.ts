/** Finds the followed searches for which changed things are new results. */
import type { Db } from '#kit/server/db/db.ts'
import { isFollowedSubject } from '../rules.ts'
import { matchesAny, matchTerms, spellingsOf } from './followed-words.ts'
import { scheduleSearcherNotices } from './job-kinds.ts'
import type { SearchDocument } from './queries/index.ts'
import {
  type NewTermResult,
  type PreviousDocument,
  insertTermResults,
  listPreviousDocuments,
  listSpellings,
  notificationDelays,
} from './queries/followed-terms.ts'

/**
 * Records documents as new results of a followed search if they match now, and if they didn't match before or fewer users could find them.
 * Call before the former documents are deleted, in the same transaction.
 */
export async function recordTermResults(tx: Db, documents: readonly SearchDocument[]): Promise<void> {
  const visibleDocuments = documents.filter(({ subject, scope }) => scope !== null && isFollowedSubject(subject))
  const spellings = await listSpellings(tx, [...new Set(visibleDocuments.flatMap(({ tokens }) => tokens))])
  const matched = matchTerms(visibleDocuments, spellings)
  if (matched.length === 0) return
  const previousDocuments = await listPreviousDocuments(
    tx,
    matched.map(({ thing: { subject, key } }) => ({ subject, key })),
  )
  const nameOf = ({ subject, key }: Pick<SearchDocument, 'subject' | 'key'>) => `${subject} ${key}`
  const previousByName = new Map(previousDocuments.map((document) => [nameOf(document), document]))
  const finds = matched.flatMap(({ thing, terms }) =>
    [...terms].flatMap((term): NewTermResult[] => {
      const before = previousScope(previousByName.get(nameOf(thing)), term)
      if (before === 'public' || (before === 'adult' && thing.scope === 'adult')) return []
      return [{ term, subject: thing.subject, key: thing.key, was_adult: before === 'adult' }]
    }),
  )
  if (finds.length === 0) return
  await insertTermResults(tx, finds)
  await scheduleSearcherNotices(tx, notificationDelays.firstSeconds)
}

/** Returns the scope in which a term found a thing before; undefined if it found nothing, or only the owner could find it. */
const previousScope = (document: PreviousDocument | undefined, term: string) =>
  document?.scope && matchesAny(document.tokens, spellingsOf(term)) ? document.scope : undefined
