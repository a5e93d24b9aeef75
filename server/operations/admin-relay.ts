import type { Db } from '#kit/server/db.ts'
import { SetupError } from '#kit/server/setup-error.ts'
import { listSources, updateSource } from '#features/television/server/queries/imports.ts'

const listLists = async (db: Db) => (await listSources(db)).filter(({ kind }) => kind === 'm3u')

export async function listRelays(db: Db): Promise<string> {
  const lists = await listLists(db)
  if (!lists.length) return 'There are no lists of TV channels yet: npm run import'
  return lists.map(({ id, name, is_relayed }) => `${is_relayed ? 'on ' : 'off'}  ${id}  ${name}`).join('\n')
}

export async function setRelay(db: Db, list: string, isRelayed: boolean): Promise<string> {
  const found = (await listLists(db)).filter(({ id, name, url }) => [id, name, url].includes(list))
  const [one] = found
  if (!one) throw new SetupError(`There is no list of TV channels called ${list}: npm run admin -- relay`)
  if (found.length > 1) throw new SetupError(`Several lists are called ${list}; name one by its id: npm run admin -- relay`)
  await updateSource(db, one.id, { is_relayed: isRelayed })
  return isRelayed
    ? `The streams of ${one.name} are passed on now to who may watch them. All their bytes go through this server.`
    : `The streams of ${one.name} are passed on no longer.`
}
