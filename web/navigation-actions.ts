import type { ActionTable } from '#shell/feature.ts'
import { currentReader } from '#shell/registry.ts'
import type { Reader } from '#shell/actions.ts'
import { navItems } from './nav-items.ts'

const findNavItem = (id: string, reader: Reader) => navItems(reader).find((place) => place.id === id)

/** Actions of the palette that open the navigation's pages. */
export const navigationActions: ActionTable = {
  app: navItems({ signedIn: true, inTeam: false }).map(({ id, name, icon, href }) => ({
    id: `go.${id}`,
    section: 'go',
    label: () => name,
    icon,
    visible: (_, reader) => findNavItem(id, reader) !== undefined,
    run: (_, { go }) => {
      const place = findNavItem(id, currentReader())
      if (place?.open) place.open()
      else go(href)
    },
  })),
}
