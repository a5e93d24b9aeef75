import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Id } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { VideoCard } from '#features/channels/contract/shapes.ts'

/** A channel to watch immediately, with its opening video. */
export const Hero = z.object({
  playlist_id: Id,
  name: z.string(),
  icon: z.nullable(z.string()),
  nickname: z.nullable(z.string()),
  video: VideoCard,
  /** URL of a video file on this host, which may start muted without a click. */
  file: z.nullable(z.string()),
})
export type Hero = z.output<typeof Hero>

const ExampleSeries = z.object({ id: Id, name: z.string(), playlist_id: Id, playlist_name: z.string(), videos: z.array(VideoCard) })
defineThing('series', [ExampleSeries])

/** The introduction of a view. */
export const WelcomePage = z.object({
  title: z.string(),
  description: z.string(),
  /** Pictures with links: `url` is a path of this site without the language, or the address of another site. */
  images: z.array(z.object({ title: z.string(), image: z.string(), url: z.string() })),
  /** The channel at the top of the public home. It may differ at each visit. */
  hero: z.nullable(Hero),
  /** Example series with their first videos. */
  carousels: z.array(ExampleSeries),
})
export type WelcomePage = z.output<typeof WelcomePage>

/** Public channels are examples, so changes of public channels make an introduction stale. */
const welcomeEndpoint = {
  method: 'GET',
  access: 'anyone',
  actsFor: 'user',
  output: WelcomePage,
  reads: ['public-playlists', 'adult-content'],
} as const

export const pagesContract = defineContract({
  contact: {
    method: 'GET',
    path: '/api/contact',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get the operator’s contact email address',
    output: z.object({ mail_address: z.nullable(z.string()) }),
  },
  home: {
    ...welcomeEndpoint,
    path: '/api/home',
    summary: 'Get the content of the home page',
    description: 'Introduces the product with example series.',
  },
  globe: { ...welcomeEndpoint, path: '/api/pages/globe', summary: 'Get the introduction of the public channels page' },
  heart: { ...welcomeEndpoint, path: '/api/pages/heart', summary: 'Get the introduction of the user’s channels page' },
  tv: { ...welcomeEndpoint, path: '/api/pages/tv', summary: 'Get the introduction of the TV channels page' },
  user: { ...welcomeEndpoint, path: '/api/pages/user', summary: 'Get the introduction of the profile page' },
  directPublish: { ...welcomeEndpoint, path: '/api/pages/directPublish', summary: 'Get the introduction of the Direct Share page' },
  watchLater: { ...welcomeEndpoint, path: '/api/pages/watchLater', summary: 'Get the introduction of the Watch Later page' },
})
export type WelcomeName = Exclude<keyof typeof pagesContract, 'contact'>
