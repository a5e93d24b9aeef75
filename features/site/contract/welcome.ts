import * as z from 'zod/mini'
import { encodeProblem } from '#kit/contract/errors.ts'
import { byOperator } from '#kit/contract/access.ts'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Id, name, text, Time } from '#kit/contract/fields.ts'
import { languages } from '#kit/contract/texts.ts'
import { channelsErrors } from '#features/channels/contract/errors.ts'
import { Picture, pictureFormMaxBytes } from '#features/channels/contract/fields.ts'
import { isLink } from '#features/channels/input-rules.ts'
import { WelcomePage } from '#features/pages/contract.ts'
import { welcomeImages } from '#features/pages/welcome-content.ts'
import { siteErrors } from '../errors.ts'
import { limits, siteExamples, welcomePages } from '../rules.ts'

/** Whether the link is an http(s) address or a path of this site. `//host` and `/\host` would lead to another site. */
const isTarget = (url: string) => (/^\/(?![/\\])/.test(url) ? URL.canParse(url, 'http://site.test') : isLink(url))
const Target = z.string().check(z.trim(), z.maxLength(2000), z.refine(isTarget, encodeProblem(channelsErrors.link_invalid)))
const Texts = z.object({ title: name(limits.welcomeTitle, 1), description: text(limits.welcomeText, 1) })

const Content = z.object({
  en: Texts,
  nl: Texts,
  images: z
    .array(z.object({ picture: Id, url: Target, en: name(limits.welcomeTitle, 1), nl: name(limits.welcomeTitle, 1) }))
    .check(z.maxLength(welcomeImages)),
  /** Ids of series in public channels; empty: the product chooses. */
  carousels: z.array(Id).check(
    z.maxLength(limits.carousels),
    z.refine((ids) => new Set(ids).size === ids.length, encodeProblem(channelsErrors.named_twice)),
  ),
})
export type Content = z.output<typeof Content>
/** Texts as stored, which may violate the rules of new texts. */
const StoredTexts = z.object({ title: z.string(), description: z.string() })
const StoredContent = z.object({
  en: StoredTexts,
  nl: StoredTexts,
  images: z.array(z.object({ picture: Id, url: z.string(), en: z.string(), nl: z.string() })),
  carousels: z.array(Id),
})

const Version = z.object({
  version: z.string(),
  state: z.enum(['draft', 'published', 'undone']),
  /** Null: the default introduction. */
  content: z.nullable(StoredContent),
  /** Null: at once. */
  starts_at: z.nullable(Time),
  /** Null: never. */
  ends_at: z.nullable(Time),
  saved_at: Time,
  saved_by: z.nullable(z.string()),
  is_shown: z.boolean(),
})
const Welcome = z.object({
  /** The last version of the page; 0: none. */
  version: z.string(),
  /** Versions: first the draft, then the latest. */
  versions: z.array(Version),
  /** Addresses of the pictures in versions. */
  pictures: z.array(z.object({ id: Id, image: z.string() })),
})
export type Welcome = z.output<typeof Welcome>

const byPage = z.object({ page: z.enum(welcomePages) })
const example = { page: 'heart' } as const
const versionShape = { version: z.string().check(z.regex(/^\d{1,18}$/)) }
const content: z.input<typeof Content> = {
  en: { title: 'Your place', description: 'Make a channel.' },
  nl: { title: 'Jouw plek', description: 'Maak een kanaal.' },
  images: [],
  carousels: [],
}
const changes = ['operated-welcome:{page}', 'audit'] as const

export const welcomeEndpoints = defineContract({
  getWelcome: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/welcome/:page',
    summary: 'List versions of a page’s introduction',
    params: byPage,
    example: { params: example },
    output: Welcome,
    reads: ['operated-welcome:{page}'],
  },
  saveWelcome: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/welcome/:page',
    summary: 'Save or publish a page’s introduction',
    description:
      'A draft replaces the previous draft, and only operators see it. A published version is shown from `starts_at` to `ends_at`; ' +
      'then the previous version is shown again. If `content` is null, the version is the default introduction. Carousels of channels ' +
      'that are no longer public are omitted; if none remain, the default carousels are shown.',
    params: byPage,
    body: z.object({
      content: z.nullable(Content),
      publish: z.boolean(),
      starts_at: z.optional(z.nullable(Time)),
      ends_at: z.optional(z.nullable(Time)),
      ...versionShape,
    }),
    example: { params: example, body: { content, publish: false, version: siteExamples.welcomeVersion } },
    output: Welcome,
    refusals: [
      siteErrors.welcome_changed,
      siteErrors.end_past,
      siteErrors.end_before_start,
      siteErrors.picture_unknown,
      siteErrors.series_not_public,
    ],
    changes,
  },
  undoWelcome: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/welcome/:page/undo',
    summary: 'Undo the last publication of an introduction',
    params: byPage,
    body: z.object(versionShape),
    example: { params: example, body: { version: siteExamples.welcomeVersion } },
    output: Welcome,
    refusals: [siteErrors.welcome_changed],
    changes,
  },
  previewWelcome: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/welcome/:page/preview',
    summary: 'Preview an introduction as guest or user',
    params: byPage,
    body: z.object({ content: z.nullable(Content), language: z.enum(languages), as: z.enum(['guest', 'user']) }),
    example: { params: example, body: { content, language: 'nl', as: 'guest' } },
    output: WelcomePage,
    changes: [],
  },
  addWelcomePicture: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/welcome-pictures',
    summary: 'Upload a picture for introductions',
    form: true,
    maxBytes: pictureFormMaxBytes,
    body: z.object({ image: Picture }),
    example: { body: { image: siteExamples.picture } },
    output: z.object({ id: Id, image: z.string() }),
    changes: ['audit'],
  },
})
