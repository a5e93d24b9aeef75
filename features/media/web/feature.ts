import type { WebFeature } from '#shell/feature.ts'

export const media: WebFeature = {
  shortcuts: [{ audience: 'everyone', load: () => import('./player/shortcut-list.ts').then((module) => module.playerShortcuts) }],
}
