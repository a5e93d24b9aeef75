import { createElements } from '#ui/drag/elements.ts'

/** Contents of channels, with the channel's id. */
export const channelContents = createElements<string>()
/** Heads of channels. */
export const channelHeads = createElements()
