/** Things that calls name by type and id, whatever feature they are of: what is followed, liked, seen, reported and shared. */
import type { Problem } from '#kit/contract/errors.ts'
import { common } from '#kit/contract/problems.ts'
import { fail } from './http/fail.ts'
import type { Ask } from './ask.ts'

export interface SubjectReference<T extends string> {
  type: T
  id: string
  /** The id of what it is in, where a link to it carries that too: a private link opens by it. */
  within?: string | undefined
}

/** What its feature knows of one. */
export interface FoundSubject {
  /** What tables refer to it by: it stays when the id in its link is replaced. */
  key: string | number
  mayEdit: boolean
  /** Everybody may know of it; left out where nobody asks. */
  isPublic?: boolean
  /** The id of what it was found in, where it may be in several. */
  within?: string
  /** What keeps the reader from it although they may know of it: 403 or 451. */
  refusal: Problem | null
}
/** @returns undefined when the reader can't know that there is one */
export type FindSubject = (ask: Ask, id: string, within: string | undefined) => Promise<FoundSubject | undefined>

/** Things of these types, of whatever feature they are. */
export interface Subjects<T extends string> {
  /** One statement. @throws 404 when there is none for this reader, and what restricts it (403, 451) */
  find(ask: Ask, reference: SubjectReference<T>): Promise<Omit<FoundSubject, 'refusal'>>
}

/** The things of all features: each registers its types where the server is put together. */
export const createSubjects = <T extends string>(finders: Readonly<Record<T, FindSubject>>): Subjects<T> & { types: T[] } => ({
  types: Object.keys(finders) as T[],
  async find(ask, { type, id, within }) {
    const found = (await finders[type](ask, id, within)) ?? fail(common.not_found)
    const { refusal, ...subject } = found
    return refusal ? fail(refusal) : subject
  },
})
