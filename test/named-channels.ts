import { status } from '#features/channels/rules.ts'
import { makeChannel, outcome } from './channels.ts'
import { type Person, createUser } from './people.ts'

/** Returns a function that creates a user with private channels of these names, and returns their ids. */
export function createChannelMaker(server: Parameters<typeof createUser>[0]) {
  return async (names: string, existing?: Pick<Person, 'client'> & { token?: string }) => {
    const user = existing ?? (await createUser(server))
    const id: Record<string, string> = {}
    for (const name of names) id[name] = (await makeChannel(user.client, { name, status_id: status.private })).id
    const idsOf = (letters: string) => letters.split('').map((name) => id[name]!)
    return { client: user.client, token: user.token ?? '', id, idsOf }
  }
}
export const names = (items: readonly { name: string }[]) => items.map(({ name }) => name).join('')
/** Returns the outcomes of calls, without duplicates. */
export const distinctOutcomes = async (calls: readonly Promise<unknown>[]) => [...new Set(await Promise.all(calls.map(outcome)))]
