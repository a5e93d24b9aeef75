import type { DropZone } from '#ui/drag/surface.ts'
import { shownOfType } from '#shell/subjects.ts'
import { type DraggedSubjects, dropItems, findRefusal } from '../arrange/zones.ts'

/** Returns a drop zone for the head of each channel on the board. A drop there goes to the end of the channel. */
export const channelZones = (root: HTMLElement, dragged: DraggedSubjects): DropZone[] =>
  shownOfType('playlist', root).map(({ element, value: { channel, name } }) => ({
    name: '',
    element,
    axis: 'x',
    pointerOnly: true,
    takes: 'onto',
    from: () => undefined,
    gap: () => 0,
    closes: true,
    count: () => 1,
    spans() {
      const { left, right } = element.getBoundingClientRect()
      return [{ start: left, end: right }]
    },
    items: () => [{ index: 0, element }],
    slot: () => ({ width: 0, height: 0, across: 0 }),
    nameOf: () => name,
    findRefusal() {
      const isSpecial = channel.direct_publish || channel.watch_later
      return findRefusal(dragged, { at: isSpecial ? 'on_special' : 'on_channel', id: channel.id }, channel.may_edit)
    },
    dropItems: () => void dropItems(dragged.find(), { container: 'channel', channel }),
  }))
