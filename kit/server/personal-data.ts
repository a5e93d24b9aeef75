import type { Db } from './db/db.ts'

/** One thing, or rows that are read while they are written. */
export type PersonalRows = AsyncIterable<unknown> | Promise<unknown>

/** What a feature keeps of people: how they get it, and how it goes with their account. */
export interface PersonalData {
  /** Parts of what somebody gets, by their names: never what others wrote for themselves alone, no hash, no token. */
  readonly exports?: Readonly<Record<string, (db: Db, userId: string) => PersonalRows>>
  /** Pictures that stand in what is theirs, from behind `after` in the order of their ids. */
  readonly listPictures?: (db: Db, userId: string, after: string, limit: number) => Promise<string[]>
  /**
   * Deletes what the account's own row does not take along, or what is too much for one statement. Called before the account goes, and
   * again when that was cut off: then it goes on.
   */
  readonly remove?: (db: Db, userId: string) => Promise<void>
  /**
   * Deletes up to `limit` rows of each kind that were kept for longer than anything may be; the rest has its own, shorter time.
   * @returns how many of the kind of which it deleted most
   */
  readonly expire?: (db: Db, years: number, limit: number) => Promise<number>
}
