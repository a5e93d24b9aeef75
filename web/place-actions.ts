import { askToLogIn } from '#shell/login-needed.ts'
import type { ActionTable } from '#shell/feature.ts'
import { readerNow } from '#shell/registry.ts'
import type { Reader } from '#shell/actions.ts'
import { placesOf } from './places.ts'

const find = (id: string, reader: Reader) => placesOf(reader).find((place) => place.id === id)

/** Palette actions that open the navigation's pages. */
export const placeActions: ActionTable = {
  app: placesOf({ signedIn: true, inTeam: false }).map(({ id, name, icon, href }) => ({
    id: `go.${id}`,
    section: 'go',
    label: () => name,
    icon,
    visible: (_, reader) => find(id, reader) !== undefined,
    run: (_, { go }) => (find(id, readerNow())?.needsLogin ? askToLogIn('guest') : go(href)),
  })),
}
