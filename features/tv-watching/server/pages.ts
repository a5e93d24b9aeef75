import type { PageHead } from '#kit/server/http/page-renderer.ts'
import type { Page, PageRequest, ReadAsGuest } from '#kit/server/http/pages.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '../contract.ts'

const isId = (id: string | null): id is string => id !== null && /^[A-Za-z0-9]{11}$/.test(id)

/** Embeds no response in the page, because a guest's response has addresses that viewers in blocked countries must not get. */
const notEmbedded = { part: {}, isWhole: () => false }

/** Returns the metadata of a TV channel for link previews, or of the programme in the address. */
async function readTvChannelHead({ search }: PageRequest, read: ReadAsGuest): Promise<PageHead | null> {
  const [id, programmeId] = [search.get('channel'), search.get('epgId')]
  if (!isId(id)) return null
  const channel = (await read(tvWatchingContract.getTvChannel, { params: { id } }, notEmbedded))?.json()
  if (!channel) return null
  const found = isId(programmeId)
    ? await read(guideContract.getEpgItem, { params: { id: programmeId }, query: { channel: id } }, notEmbedded)
    : null
  const programme = found?.json()
  if (!programme) return { title: channel.name, image: channel.logoId, canonical: `/tiers?channel=${id}`, indexed: true }
  // Not indexed, because programmes are deleted 14 days after they end.
  return {
    title: `${programme.title} · ${channel.name}`,
    description: programme.description,
    image: programme.poster ?? channel.logoId,
    canonical: `/tiers?channel=${id}&epgId=${programmeId}`,
    indexed: false,
  }
}

export const tvPages: readonly Page[] = [{ path: '/tiers', load: readTvChannelHead }]
