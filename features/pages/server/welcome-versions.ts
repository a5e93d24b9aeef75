import type { Db } from '#kit/server/db/db.ts'
import { createFreshCopy, type FreshCopy } from '#kit/server/fresh-copy.ts'
import type { Log } from '#kit/server/log.ts'
import type { Reader } from '#kit/server/reader.ts'
import { listSeriesPreviews } from '#features/channels/server/queries/series-previews.ts'
import type { WelcomeName, WelcomePage } from '../contract.ts'
import type { ScheduledWelcome, WelcomeContent } from '../welcome-content.ts'
import { listPublished, listWelcomePictures } from './queries/welcome-versions.ts'

export type WelcomeVersions = FreshCopy<readonly (ScheduledWelcome & { page: WelcomeName })[]>

/** Published introductions, kept in memory so that pages for guests need no statement for them. */
export const createWelcomeVersions = (db: Db, log: Log): WelcomeVersions =>
  createFreshCopy({ initial: [], load: () => listPublished(db), log, name: 'the introductions of operators' })

/**
 * Returns the parts of an operator's introduction that replace the default parts. Leaves out carousels that are hidden from the reader. If
 * none is left, the default carousels are shown.
 */
export async function renderWelcome(
  db: Db,
  reader: Reader,
  { images, carousels, ...texts }: WelcomeContent,
  language: 'en' | 'nl',
): Promise<Partial<WelcomePage>> {
  const pictures = new Map(
    images.length
      ? (
          await listWelcomePictures(
            db,
            images.map(({ picture }) => picture),
          )
        ).map(({ id, image }) => [id, image])
      : [],
  )
  const series = new Map(carousels.length ? (await listSeriesPreviews(db, reader, carousels)).map(({ id, json }) => [id, json]) : [])
  const carouselSeries = carousels.flatMap((id) => {
    const json = series.get(id)
    return json === undefined ? [] : (JSON.parse(json) as WelcomePage['carousels'][number])
  })
  return {
    ...texts[language],
    ...(images.length && {
      images: images.flatMap(({ picture, url, [language]: title }) => {
        const image = pictures.get(picture)
        return image === undefined ? [] : { title, image, url }
      }),
    }),
    ...(carouselSeries.length && { carousels: carouselSeries }),
  }
}
