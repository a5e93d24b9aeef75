import type { InputOf } from '#kit/contract/endpoint.ts'
import { serverNow } from '#kit/web/server-time.ts'
import type { siteContract } from '../../contract.ts'
import type { Welcome } from '../../contract/welcome.ts'
import { parseWallTime, toWallTime } from '../wall-time.ts'

export type Version = Welcome['versions'][number]
type SaveBody = InputOf<typeof siteContract.saveWelcome>['body']

export interface PictureFields {
  /** Key of the list item, because two pictures may be equal. */
  key: string
  /** Id of the picture; empty: not chosen yet. */
  picture: string
  image: string | null
  url: string
  en: string
  nl: string
}

export interface Fields {
  /** Whether the page shows the default introduction. The other fields are then ignored, except the times. */
  isDefault: boolean
  en: { title: string; description: string }
  nl: { title: string; description: string }
  images: readonly PictureFields[]
  /** Ids of series. */
  carousels: readonly string[]
  /** Start, as local time in the browser's time zone. The same holds for `until`. */
  from: string
  until: string
}

const noTexts = { title: '', description: '' }
let lastKey = 0
export const createPictureKey = () => String(++lastKey)

/** Returns the fields of a version. Without a version, those of the default introduction. */
export function toFields(version: Version | undefined, pictures: Welcome['pictures']): Fields {
  const { content = null, starts_at: from = null, ends_at: until = null } = version ?? {}
  return {
    isDefault: content === null,
    en: content?.en ?? noTexts,
    nl: content?.nl ?? noTexts,
    images:
      content?.images.map((image) => ({
        ...image,
        key: createPictureKey(),
        image: pictures.find(({ id }) => id === image.picture)?.image ?? null,
      })) ?? [],
    carousels: content?.carousels ?? [],
    from: toWallTime(from),
    until: toWallTime(until),
  }
}

/** The version to continue editing: the draft, else the shown version. */
export const versionToEdit = ({ versions }: Welcome): Version | undefined =>
  versions.find(({ state }) => state === 'draft') ?? versions.find(({ is_shown: isShown }) => isShown)

export const toContent = ({ isDefault, en, nl, images, carousels }: Fields): SaveBody['content'] =>
  isDefault
    ? null
    : {
        en,
        nl,
        images: images.map(({ picture, url, en: nameEn, nl: nameNl }) => ({ picture, url, en: nameEn, nl: nameNl })),
        carousels: [...carousels],
      }

export const toRequestBody = (fields: Fields, publish: boolean, version: string): SaveBody => ({
  content: toContent(fields),
  publish,
  starts_at: parseWallTime(fields.from),
  ends_at: parseWallTime(fields.until),
  version,
})

export type VersionState = Version['state'] | 'shown' | 'planned' | 'ended'

/** Names the state of a version. */
export function versionState({ state, is_shown: isShown, starts_at: start, ends_at: end }: Version, nowMs = serverNow()): VersionState {
  if (state !== 'published') return state
  if (isShown) return 'shown'
  if (start !== null && Date.parse(start) > nowMs) return 'planned'
  return end !== null && Date.parse(end) <= nowMs ? 'ended' : 'published'
}
