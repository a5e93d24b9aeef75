/** The demonstration's packages: a free package, and a paid package with two levels. */
import type { Db } from '#kit/server/db/db.ts'
import { limits } from '#features/packages/rules.ts'
import {
  insertTier,
  listOperatorTiers,
  lockTiers,
  placeTier,
  replacePackageItems,
} from '#features/packages/server/queries/operator-tiers.ts'
import { findPictureId } from './pictures.ts'
import type { PersonRows } from './rows.ts'

interface DemoTier {
  name: string
  packageName: string
  /** Cents a month. */
  price: number
  description: string
  picture: Parameters<typeof findPictureId>[0]
  /** Keys of TV channels. */
  tv: readonly string[]
  /** Names of users' channels. */
  playlists: readonly string[]
}

const tiers: readonly DemoTier[] = [
  {
    name: 'Open Atelier',
    packageName: 'Open Atelier',
    price: 0,
    description: 'Repairing and building, free for everybody.',
    picture: 'hands-a',
    tv: ['klus'],
    playlists: ['Repair Café Gent'],
  },
  {
    name: 'Atelier',
    packageName: 'Atelier',
    price: 399,
    description: 'Cooking on television, and old maps explained.',
    picture: 'topo-a',
    tv: ['keuken'],
    playlists: ['Kaartenkamer'],
  },
  {
    name: 'Atelier Plus',
    packageName: 'Atelier',
    price: 699,
    description: 'Everything in Atelier, with architecture and the history of television.',
    picture: 'brutal-a',
    tv: ['keuken', 'beton'],
    playlists: ['Kaartenkamer', 'Testbeeld'],
  },
]

/**
 * Creates the packages with their users' channels.
 * @param personRows the rows of all people
 * @returns ids of the two levels; undefined if there are packages already, such as those of a removed demonstration
 */
export async function insertPackages(tx: Db, personRows: readonly PersonRows[]): Promise<{ basic: string; plus: string } | undefined> {
  await lockTiers(tx)
  if ((await listOperatorTiers(tx)).length > 0) return undefined
  const playlists = personRows.flatMap((rows) => rows.playlists)
  const ids = new Map<string, string>()
  for (const { name, packageName, price, description, picture, playlists: names } of tiers) {
    const values = { name, package_name: packageName, price, is_free: price === 0, description, picture_id: findPictureId(picture) }
    const id = (await insertTier(tx, values, limits.tiers))!
    await placeTier(tx, id, undefined)
    const items = names.map((itemName) => playlists.find((playlist) => playlist.name === itemName)!.id)
    await replacePackageItems(tx, id, 'playlists', items)
    ids.set(name, id)
  }
  return { basic: ids.get('Atelier')!, plus: ids.get('Atelier Plus')! }
}

/** Keys of the TV channels that are only in packages with a price. */
export const lockedTvKeys: ReadonlySet<string> = new Set(
  tiers.flatMap(({ price, tv }) => (price > 0 ? tv : [])).filter((key) => !tiers.some(({ price, tv }) => price === 0 && tv.includes(key))),
)

/** Adds new TV channels to the packages. @param ids of the TV channels, by key */
export const addTvToPackages = (db: Db, ids: ReadonlyMap<string, string>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockTiers(tx)
    for (const { id, name, channels } of await listOperatorTiers(tx)) {
      const added = tiers.find((tier) => tier.name === name)?.tv.flatMap((key) => ids.get(key) ?? []) ?? []
      if (added.length > 0) await replacePackageItems(tx, id, 'channels', [...channels.map((channel) => channel.id), ...added])
    }
  })
