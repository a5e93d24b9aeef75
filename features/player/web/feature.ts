import type { WebFeature } from '#shell/feature.ts'

export const player: WebFeature = {
  shortcuts: [{ audience: 'everyone', load: () => import('./shortcut-list.ts').then((module) => module.playerShortcuts) }],
}
