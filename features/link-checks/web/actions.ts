import { arrowClockwise, linkSimple } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { ActionTable } from '#shell/feature.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { checkLink, replaceLink } from './link-actions.ts'
import { t } from './texts.ts'

const hasFailed = ({ place }: SubjectOf<'video'>) => place !== undefined && place.video.link_failure !== null

const checkLinkAction: Action<'video'> = {
  id: 'video.checkLink',
  section: 'edit',
  label: () => t('action.check'),
  icon: arrowClockwise,
  visible: hasFailed,
  run: ({ place }, tools) => place && checkLink(place.video, tools),
}
const replaceLinkAction: Action<'video'> = {
  id: 'video.replaceLink',
  section: 'edit',
  label: () => t('action.replace'),
  icon: linkSimple,
  visible: hasFailed,
  run: ({ place }) => place && replaceLink(place.video),
}
/** Action for the palette. */
const listDeadLinksAction: Action<'app'> = {
  id: 'go.deadLinks',
  section: 'go',
  label: () => t('action.list'),
  icon: linkSimple,
  run: (_, { go }) => go(paths.settings({ view: 'deadLinks' })),
}

export const linkCheckActions: ActionTable = { video: [checkLinkAction, replaceLinkAction], app: [listDeadLinksAction] }
