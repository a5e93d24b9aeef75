import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import { pictureKey } from '#features/media/server/picture-files.ts'
import { insertPicture } from '#features/media/server/queries.ts'
import { termsInForce } from '#features/accounts/terms.ts'
import { saveAccounts } from '#features/accounts/server/accounts.ts'
import { hashPassword } from '#features/accounts/server/passwords.ts'
import { hasNoAccounts, lockAccounts } from '#features/accounts/server/queries/accounts.ts'
import { insertGroups } from '#features/channels/server/queries/groups.ts'
import { insertPlaylists, insertSpecialPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import { setOpener, insertSeries } from '#features/channels/server/queries/series.ts'
import { insertVideos } from '#features/channels/server/queries/videos.ts'
import { texts } from '#features/channels/server/texts.ts'
import { insertFollows } from '#features/social/server/queries/follows.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { addLikes } from '#features/social/server/queries/likes.ts'
import { findPlaylistKey } from '#features/watching/server/queries/history.ts'
import { insertViews } from '#features/watching/server/queries/views.ts'
import pictures from './assets/pictures.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { insertPackages } from './packages.ts'
import { promoteChannels } from './promoted.ts'
import type { DemoPerson } from './people.ts'
import { findPictureId } from './pictures.ts'
import { insertDemoCoupons, insertPurchases } from './purchases.ts'
import { insertDemoTeam } from './team.ts'
import { type PersonRows, personFollows, personRows } from './rows.ts'

/** How many videos of each followed channel are liked and viewed, counted from the channel's beginning. */
const likedVideos = 1
const watchedVideos = 2

interface InsertedPerson {
  person: DemoPerson
  id: string
}

/** @param personRows the rows of all people, in order */
async function insertActivity(db: Db, people: readonly InsertedPerson[], personRows: readonly PersonRows[]): Promise<void> {
  for (const { person, id: user } of people)
    for (const { name, isNew } of person.follows ?? []) {
      const owner = personRows.findIndex(({ playlists }) => playlists.some((playlist) => playlist.name === name))
      const { playlists, series, videos } = personRows[owner]!
      const channel = playlists.find((playlist) => playlist.name === name)!
      const key = await findPlaylistKey(db, channel.id)
      if (key === undefined) continue
      const inside = new Set(series.flatMap(({ id, playlist_id }) => (playlist_id === channel.id ? [id] : [])))
      const visibleVideos = videos.filter((video) => inside.has(video.series_id))
      for (const { id } of visibleVideos.slice(0, likedVideos)) await addLikes(db, [user], { type: 'video', key: id })
      for (const { id } of visibleVideos.slice(0, watchedVideos))
        await insertViews(db, [{ id: newId(), viewer: { user, visitor: '00' }, viewed: { video: id }, source: 'direct' }])
      const subject = { type: 'playlist', key } as const
      if (isNew) await notify(db, { kind: 'new_items', to: user, subject, count: Math.max(1, visibleVideos.length - watchedVideos) })
      const actor = user
      await notify(db, { kind: 'new_follower', to: people[owner]!.id, actor, subject, bundle: channel.id })
    }
}

export interface DemoLogin {
  nickname: string
  password: string
}

export interface DemoOptions {
  db: Db
  storage: Storage
  /** `demo-logins.txt` is written to its data directory. */
  config: Pick<Config, 'dataDir' | 'payments' | 'publicUrl' | 'vatPercent'>
  /** The folder of the demonstration's files, `server/demo/assets`. */
  assetsDir: string
}

/**
 * Fills an installation without accounts.
 * @returns the created logins; undefined if there were accounts, in which case nothing is changed
 */
export async function loadDemo({ db, storage, config, assetsDir }: DemoOptions): Promise<DemoLogin[] | undefined> {
  if (!(await hasNoAccounts(db))) return undefined
  // Loaded on demand, because later starts don't need the people.
  const { people } = await import('./people.ts')
  const [newcomers, demoPictures] = await Promise.all([Promise.all(people.map(makeNewcomer)), storePictures(storage, assetsDir)])
  const logins = newcomers.map(({ person: { nickname }, password }) => ({ nickname, password }))
  const isLoaded = await db.transaction().execute(async (db) => {
    // Another instance may have filled the installation first.
    await lockAccounts(db)
    if (!(await hasNoAccounts(db))) return false
    for (const picture of demoPictures) await insertPicture(db, picture)
    await insertPeople(db, newcomers, config)
    // Written before the commit, as accounts without known passwords would be useless.
    await writeFile(join(config.dataDir, 'demo-logins.txt'), loginText(logins), { mode: 0o600 })
    return true
  })
  return isLoaded ? logins : undefined
}

interface Newcomer {
  person: DemoPerson
  id: string
  password: string
  passwordHash: string
}

async function makeNewcomer(person: DemoPerson): Promise<Newcomer> {
  const password = newPassword()
  return { person, id: newId(), password, passwordHash: await hashPassword(password) }
}

/** Leaves out letters and digits that look alike, because people copy passwords from a screen. */
const passwordLetters = 'abcdefghjkmnpqrstuvwxyz23456789'
const newPassword = () => Array.from({ length: 12 }, () => passwordLetters[randomInt(passwordLetters.length)]).join('')

/** Copies the pictures in their prepared sizes. @returns the pictures with their sizes in bytes */
const storePictures = (storage: Storage, assetsDir: string) =>
  Promise.all(
    Object.values(pictures).map(async (id) => {
      const sizes = await Promise.all(
        parsePictureAddress(id)!.widths.map(async (width) => {
          const data = await readFile(join(assetsDir, 'pictures', id, `${width}.webp`))
          await storage.put(pictureKey(id, width), data, 'image/webp')
          return data.byteLength
        }),
      )
      return { id, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    }),
  )

async function insertPeople(db: Db, newcomers: readonly Newcomer[], config: DemoOptions['config']) {
  const now = new Date()
  await saveAccounts(
    db,
    newcomers.map((newcomer) => accountRow(newcomer, now)),
  )
  const allPersonRows: PersonRows[] = []
  for (const { person, id } of newcomers) {
    const t = texts[person.language]
    const special = { direct_publish: newId(), watch_later: newId() }
    await insertSpecialPlaylists(db, id, {
      direct_publish: { id: special.direct_publish, name: t('server.directPublish') },
      watch_later: { id: special.watch_later, name: t('server.watchLater') },
    })
    allPersonRows.push(personRows(person, id, special, now))
  }
  await insertGroups(
    db,
    allPersonRows.flatMap(({ groups }) => groups),
  )
  await insertPlaylists(
    db,
    allPersonRows.flatMap(({ playlists }) => playlists),
  )
  await insertSeries(
    db,
    allPersonRows.flatMap(({ series }) => series),
  )
  await insertVideos(
    db,
    allPersonRows.flatMap(({ videos }) => videos),
  )
  for (const { seriesId, videoId } of allPersonRows.flatMap(({ homes }) => homes)) await setOpener(db, seriesId, videoId)
  await insertFollows(db, personFollows(newcomers, allPersonRows, now))
  await insertActivity(db, newcomers, allPersonRows)
  await promoteChannels(db, allPersonRows)
  await insertDemoTeam(db, newcomers, allPersonRows)
  const levels = await insertPackages(db, allPersonRows)
  if (!levels || config.payments !== 'sandbox') return
  const buyer = newcomers.find(({ person }) => person.nickname === 'demo.rita')!
  await insertDemoCoupons({ tx: db, now, ...config }, levels.plus)
  await insertPurchases({ tx: db, now, ...config }, buyer, levels)
}

const accountRow = ({ person, id, passwordHash }: Newcomer, now: Date): Parameters<typeof saveAccounts>[1][number] => ({
  id,
  email: `${person.nickname.replace('demo.', '')}@demo.example`,
  nickname: person.nickname,
  password_hash: passwordHash,
  language: person.language,
  terms_version: termsInForce(),
  terms_accepted_at: now,
  first_name: person.firstName,
  last_name: person.lastName,
  city: person.city,
  country_id: person.countryId,
  birthday: person.birthday,
  picture_id: findPictureId(person.picture),
  is_public: true,
  adult_content: person.seesAdult ?? false,
  adult_passed_at: person.seesAdult ? now : null,
})

function loginText(logins: readonly DemoLogin[]): string {
  const width = Math.max(...logins.map(({ nickname }) => nickname.length))
  return ['Demonstration logins', ...logins.map(({ nickname, password }) => `  ${nickname.padEnd(width)}  ${password}`), ''].join('\n')
}
