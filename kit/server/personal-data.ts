import type { Db } from './db/db.ts'

/** A single object, or rows that are written while they are read. */
export type PersonalRows = AsyncIterable<unknown> | Promise<unknown>

/** A feature's personal data: its export, and its deletion with the account. */
export interface PersonalData {
  /** Parts of a user's export, by name. Never contains private texts of others, hashes or tokens. */
  readonly exports?: Readonly<Record<string, (db: Db, userId: string) => PersonalRows>>
  /** Lists pictures of the user's things after the id `after`, in the order of ids. */
  readonly listPictures?: (db: Db, userId: string, after: string, limit: number) => Promise<string[]>
  /**
   * Deletes data that deleting the account's row doesn't delete, or that is too much for one statement. Called before the account is
   * deleted. After an interruption, it is called again and continues.
   */
  readonly remove?: (db: Db, userId: string) => Promise<void>
  /**
   * Deletes up to `limit` rows of each kind beyond the maximum retention; kinds with a shorter retention have their own job.
   * @returns the highest number of deleted rows of one kind
   */
  readonly expire?: (db: Db, years: number, limit: number) => Promise<number>
}
