import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { findPublicSeries } from '#features/channels/server/queries/operator-changes.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import type { WelcomeName } from '#features/pages/contract.ts'
import {
  deleteDraft,
  deleteOldVersions,
  insertVersion,
  insertWelcomePicture,
  listVersions,
  listWelcomePictures,
  lockPage,
  undoVersion,
} from '#features/pages/server/queries/welcome-versions.ts'
import type { LiveSettings } from '#features/accounts/server/site-settings.ts'
import { readSiteName, readWelcome } from '#features/pages/server/routes.ts'
import type { WelcomeVersions } from '#features/pages/server/welcome-versions.ts'
import { findShownVersion } from '#features/pages/welcome-content.ts'
import type { Content, Welcome, welcomeEndpoints } from '../contract/welcome.ts'
import { siteErrors } from '../errors.ts'
import { limits } from '../rules.ts'

export interface WelcomeTools {
  media: { pictures: Pick<Pictures, 'pictureFrom'> }
  siteSettings: Pick<LiveSettings, 'read'>
  welcomeVersions: WelcomeVersions
}

const noVersion = '0'
/** Returns the highest version of any state. */
const highestVersion = (versions: readonly { version: string }[]) =>
  versions.reduce((last, { version }) => (Number(version) > Number(last) ? version : last), noVersion)

async function readVersions(db: Db, page: WelcomeName): Promise<Welcome> {
  const rows = await listVersions(db, page, limits.versions)
  const version = findShownVersion(
    rows.filter(({ state }) => state === 'published'),
    Date.now(),
  )
  const pictures = rows.flatMap(({ content }) => content?.images.map(({ picture }) => picture) ?? [])
  return {
    version: highestVersion(rows),
    versions: rows.map((row) => ({ ...row, is_shown: row === version })),
    pictures: pictures.length ? await listWelcomePictures(db, pictures) : [],
  }
}

interface SaveRequest {
  content: Content | null
  publish: boolean
  starts_at?: string | null | undefined
  ends_at?: string | null | undefined
}

/** @throws 422 for an end in the past or before the start, an unknown picture, or a series that isn't public */
async function assertCanSave(db: Db, { content, publish, starts_at: start, ends_at: end }: SaveRequest): Promise<void> {
  if (publish && end && Date.parse(end) <= Date.now()) fail(siteErrors.end_past, { field: 'ends_at' })
  if (start && end && Date.parse(end) <= Date.parse(start)) fail(siteErrors.end_before_start, { field: 'ends_at' })
  const pictureIds = [...new Set(content?.images.map(({ picture }) => picture))]
  const existingIds = pictureIds.length ? (await listWelcomePictures(db, pictureIds)).map(({ id }) => id) : []
  const missing = content?.images.findIndex(({ picture }) => !existingIds.includes(picture)) ?? -1
  if (missing >= 0) fail(siteErrors.picture_unknown, { field: `content.images.${missing}.picture` })
  const carousels = content?.carousels ?? []
  const result = carousels.length ? await findPublicSeries(db, carousels) : []
  const hidden = carousels.findIndex((id) => !result.includes(id))
  if (hidden >= 0) fail(siteErrors.series_not_public, { field: `content.carousels.${hidden}` })
}

/** Changes a page. Changes of one page wait for each other. @throws 409 if another operator has changed the page since */
async function changePage(db: Db, page: WelcomeName, seenVersion: string, change: (tx: Db, now: Welcome['versions']) => Promise<void>) {
  await db.transaction().execute(async (tx) => {
    await lockPage(tx, page)
    const { version, versions } = await readVersions(tx, page)
    if (version !== seenVersion) fail(siteErrors.welcome_changed)
    await change(tx, versions)
  })
}

interface WelcomeAct {
  act: 'welcome.saved' | 'welcome.published' | 'welcome.undone'
  page: WelcomeName
  after?: object
}

export const welcomeRoutes = ({ media, siteSettings, welcomeVersions }: WelcomeTools): Handlers<typeof welcomeEndpoints> => {
  const audit = (tx: Db, user: User, { act, page, after }: WelcomeAct) =>
    writeAudit(tx, user, { act, thing: { type: 'welcome', id: page, name: page }, ...(after && { after: { ...after } }) })
  return {
    getWelcome: ({ params: { page } }, { db }) => readVersions(db, page),

    async saveWelcome({ params: { page }, body: { version, ...saving } }, { db, reader }) {
      await assertCanSave(db, saving)
      const { content, publish, starts_at = null, ends_at = null } = saving
      await changePage(db, page, version, async (tx) => {
        await deleteDraft(tx, page)
        const state = publish ? 'published' : 'draft'
        await insertVersion(tx, { page, state, content, starts_at, ends_at, saved_by: reader.user.id })
        await deleteOldVersions(tx, page)
        const act = publish ? 'welcome.published' : 'welcome.saved'
        await audit(tx, reader.user, { act, page, after: { content, starts_at, ends_at } })
      })
      welcomeVersions.expire()
      return readVersions(db, page)
    },

    async undoWelcome({ params: { page }, body: { version } }, { db, reader }) {
      await changePage(db, page, version, async (tx, versions) => {
        const last = versions.find(({ state }) => state === 'published') ?? fail(siteErrors.welcome_changed)
        await undoVersion(tx, last.version)
        await audit(tx, reader.user, { act: 'welcome.undone', page })
      })
      welcomeVersions.expire()
      return readVersions(db, page)
    },

    async previewWelcome({ params: { page }, body: { content, language, as } }, { db, reader }) {
      const viewer: Reader = as === 'guest' ? { ...reader, user: null } : reader
      return readWelcome(page, { db, reader: viewer, language, siteName: await readSiteName(siteSettings) }, content)
    },

    async addWelcomePicture({ body: { image } }, { db, reader, disconnected }) {
      const pictureId = await media.pictures.pictureFrom(db, image, { field: 'image', by: reader.user.id, signal: disconnected })
      return db.transaction().execute(async (tx) => {
        const { id } = await insertWelcomePicture(tx, pictureId)
        await writeAudit(tx, reader.user, { act: 'welcome.picture_added', thing: { type: 'welcome_picture', id, name: '' } })
        return (await listWelcomePictures(tx, [id]))[0]!
      })
    },
  }
}
