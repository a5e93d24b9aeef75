import * as z from 'zod/mini'
import { languages } from '#kit/contract/texts.ts'

/** A single address: no list, no name, nothing that could begin another header. */
const recipientPattern = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[^\s@<>()[\]\\,;:"\p{Cc}]{1,253}|\[[\dA-Fa-f.:IPv]{2,60}\])$/u
const line = z.string().check(z.minLength(1), z.maxLength(300))
const text = z.string().check(z.maxLength(5000))
/** `url`: a path of this site (`/en/login?…`) or an http(s) URL. */
const link = z.object({ label: line, url: z.string().check(z.regex(/^(?:\/(?![/\\])|https?:\/\/)[^\s\p{Cc}]*$/u), z.maxLength(900)) })

/** A mail as data: plain texts in the recipient's language. All mails have the same layout. Features send the `z.input` of this schema. */
export const mailSchema = z.object({
  to: z.string().check(z.regex(recipientPattern)),
  language: z.enum(languages),
  subject: line,
  heading: line,
  paragraphs: z.array(z.union([text, z.object({ text, link })])).check(z.maxLength(30)),
  /** The mail's button. */
  action: z.optional(link),
  /** Shown large, because the recipient types it elsewhere. */
  code: z.optional(z.string().check(z.regex(/^[\dA-Za-z-]{1,20}$/))),
  /** A path of this site to which a mail client posts to unsubscribe the recipient (RFC 8058). */
  unsubscribe: z.optional(z.string().check(z.regex(/^\/(?![/\\])[\w/-]+$/), z.maxLength(300))),
  /** A file of up to 750 kB. */
  attachment: z.optional(
    z.object({ name: z.string().check(z.regex(/^[\w.-]{1,100}$/)), type: z.string(), base64: z.string().check(z.maxLength(1_000_000)) }),
  ),
  /** Shown small at the end: why this mail was sent. */
  footer: z.optional(z.string().check(z.maxLength(1000))),
})
export type Mail = z.infer<typeof mailSchema>

/** Information common to all mails. */
export interface Letterhead {
  brand: string
  /** The site's public URL, the base of paths in mails. */
  publicUrl: string
  /** Mail address of the operator, if configured. */
  contact?: string | undefined
}
