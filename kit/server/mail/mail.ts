import * as z from 'zod/mini'
import { languages } from '#kit/contract/texts.ts'

/** One address: no list, no name, nothing that could begin another header. */
const recipient = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[^\s@<>()[\]\\,;:"\p{Cc}]{1,253}|\[[\dA-Fa-f.:IPv]{2,60}\])$/u
const line = z.string().check(z.minLength(1), z.maxLength(300))

/** A mail as data: plain texts in the reader's language, laid out in one way. `z.input` of it is what a feature sends. */
export const mailSchema = z.object({
  to: z.string().check(z.regex(recipient)),
  language: z.enum(languages),
  subject: line,
  heading: line,
  paragraphs: z.array(z.string().check(z.maxLength(5000))).check(z.maxLength(30)),
  /** The button. `url`: a path of this site (`/en/login?…`) or an http(s) address. */
  action: z.optional(
    z.object({ label: line, url: z.string().check(z.regex(/^(?:\/(?![/\\])|https?:\/\/)[^\s\p{Cc}]*$/u), z.maxLength(900)) }),
  ),
  /** Shown large, to be typed over. */
  code: z.optional(z.string().check(z.regex(/^[\dA-Za-z-]{1,20}$/))),
  /** A path of this site to which a mail program posts when its reader wants no more of such mails (RFC 8058). */
  unsubscribe: z.optional(z.string().check(z.regex(/^\/(?![/\\])[\w/-]+$/), z.maxLength(300))),
  /** Small, at the end: why this mail was sent. */
  footer: z.optional(z.string().check(z.maxLength(1000))),
})
export type Mail = z.infer<typeof mailSchema>

/** What all mails have in common. */
export interface Letterhead {
  brand: string
  /** Where the site is reached; paths in mails begin here. */
  publicUrl: string
  /** Mail address of who runs the site, if it is said. */
  contact?: string | undefined
}
