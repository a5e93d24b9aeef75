import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { addressKey, assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import { drawCardTask } from './card-task.ts'
import { type CardContent, findCard } from './queries/public-content.ts'
import { readAsGuest, sendDocument, type PublicDocumentOptions } from './public-documents.ts'

export type CardType = keyof typeof findCard
const isCardType = (type: string): type is CardType => Object.hasOwn(findCard, type)

/** Maximum cached cards, of about 100 kB. Few suffice, because sites request a card once or twice. */
const maxCachedCards = 64
/** Rate limit per IP address of drawing cards. Sites that show shared links request far fewer. */
const cardLimitPerAddress = { max: 60, windowSeconds: 60 }
/** Width in px of pictures for half a card. */
const minPictureWidth = 640

/** Returns a hash of the card's content, which is part of its URL. */
export const cardVersion = (facts: CardContent): string => createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 12)

export const cardPath = (type: CardType, id: string, version: string): string => `/media/cards/${type}/${id}.jpg?v=${version}`

export interface CardServices extends PublicDocumentOptions {
  pictures: Pick<Pictures, 'readStored'>
  sandbox: Sandbox
  limits: Pick<Limits, 'count'>
  /** The logo as PNG. */
  productIcon: Uint8Array
  addressOf: (request: Parameters<PublicDocumentOptions['countryOf']>[0]) => string
}

/** Draws and caches cards of public things. Checks at each call whether the thing is public. */
export function serveCards(app: FastifyInstance, options: CardServices): void {
  const { pictures, sandbox, limits, addressOf, publicUrl, productIcon } = options
  const cache = new Map<string, Promise<Uint8Array>>()
  const foot = `${brand} · ${new URL(publicUrl).host}`

  async function draw({ name, by, pictures: addresses }: CardContent, address: string): Promise<Uint8Array> {
    const read = addresses.map(async (address) => {
      const picture = parsePictureAddress(address)
      const width = picture?.widths.find((candidate) => candidate >= minPictureWidth) ?? picture?.width
      return picture && width !== undefined ? pictures.readStored({ id: picture.id, width }) : undefined
    })
    const found = (await Promise.all(read)).filter((bytes) => bytes !== undefined)
    return sandbox.run(drawCardTask, { name, by: by ?? '', foot, sign: productIcon, pictures: found }, { by: `card:${address}` })
  }

  function cardOf(facts: CardContent, address: string): Promise<Uint8Array> {
    const version = cardVersion(facts)
    const cached = cache.get(version)
    if (!cached) assertAllowed(limits.count(`cards:${address}`, cardLimitPerAddress))
    const card = cached ?? draw(facts, address)
    // Moves the card to the end of the cache, which is ordered by last use.
    cache.delete(version)
    cache.set(version, card)
    card.catch(() => cache.get(version) === card && cache.delete(version))
    const [oldest] = cache.keys()
    if (cache.size > maxCachedCards && oldest !== undefined) cache.delete(oldest)
    return card
  }

  app.get('/media/cards/:type/:file', { compress: false }, async (request, reply) => {
    const { type, file } = request.params as { type: string; file: string }
    const [, id] = /^([A-Za-z0-9]{11})\.jpg$/.exec(file) ?? fail(commonErrors.not_found)
    if (!isCardType(type)) return fail(commonErrors.not_found)
    const facts = await readAsGuest(options, request, reply, (db) => findCard[type](db, id!))
    const card = await cardOf(facts ?? fail(commonErrors.not_found), addressKey(addressOf(request)))
    return sendDocument(request, reply, 'image/jpeg', Buffer.from(card))
  })
}
