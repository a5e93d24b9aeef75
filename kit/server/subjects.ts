/** A thing named by type and id, of any feature: followed, liked, viewed, reported or shared. */
import type { Problem } from '#kit/contract/errors.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from './http/fail.ts'
import type { Select } from './select.ts'

export interface SubjectReference<T extends string> {
  type: T
  id: string
  /** The id of the container in the link, if any. The id of a channel with a private link gives access to its things. */
  within?: string | undefined
}

/** A found thing, as described by its feature. */
export interface FoundSubject {
  /** The key that tables reference. It stays the same when the id in the link is replaced. */
  key: string | number
  mayEdit: boolean
  /** Whether everyone may know of the subject; undefined if not needed. */
  isPublic?: boolean
  /** The id of the container in which the thing was found, for things that can be in several. */
  within?: string
  /** The restriction for a reader who may know of the thing: 403 or 451. */
  refusal: Problem | null
  /** Whether `refusal` forbids only playing and copying: the thing may still be followed, shared and reported. */
  isShown?: boolean
  /** Whether the reader's lists still show the thing, with a lock: who follows it may still move it in the list, and unfollow it. */
  isListed?: boolean
}
/** @returns undefined if the reader may not know of the thing */
export type FindSubject = (select: Select, id: string, within: string | undefined) => Promise<FoundSubject | undefined>

/** Finds things of these types, regardless of their feature. */
export interface Subjects<T extends string> {
  /** Finds a thing in one statement. @throws 404 if the thing doesn't exist for this reader, 403 or 451 if it is restricted */
  find(select: Select, reference: SubjectReference<T>): Promise<Omit<FoundSubject, 'refusal'>>
  /** Like `find`, but also finds things that the reader may see but not play. */
  findVisible(select: Select, reference: SubjectReference<T>): Promise<Omit<FoundSubject, 'refusal'>>
  /** Like `findVisible`, but also finds things that the reader sees only in lists, with a lock. */
  findListed(select: Select, reference: SubjectReference<T>): Promise<Omit<FoundSubject, 'refusal'>>
}

/** Finds the things of all features; each registers its types at the composition root. */
export function createSubjects<T extends string>(finders: Readonly<Record<T, FindSubject>>): Subjects<T> & { types: T[] } {
  /** @param isAccepted whether a refused thing is found nevertheless */
  const find = async (
    select: Select,
    { type, id, within }: SubjectReference<T>,
    isAccepted: (flags: { isShown: boolean; isListed: boolean }) => boolean,
  ) => {
    const result = (await finders[type](select, id, within)) ?? fail(commonErrors.not_found)
    const { refusal, isShown = false, isListed = false, ...subject } = result
    return refusal && !isAccepted({ isShown, isListed }) ? fail(refusal) : subject
  }
  return {
    types: Object.keys(finders) as T[],
    find: (select, reference) => find(select, reference, () => false),
    findVisible: (select, reference) => find(select, reference, ({ isShown }) => isShown),
    findListed: (select, reference) => find(select, reference, ({ isShown, isListed }) => isShown || isListed),
  }
}
