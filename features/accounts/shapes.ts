import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { languages } from '#kit/contract/texts.ts'

/** One's own profile. */
export const Profile = z.object({
  id: Id,
  email: z.string(),
  nickname: z.nullable(z.string()),
  firstname: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  city: z.nullable(z.string()),
  address: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  household_count: z.nullable(z.int()),
  country_id: z.nullable(z.int()),
  /** Its name in the reader's language. */
  country: z.nullable(z.string()),
  /** `YYYY-MM-DD` */
  birthday: z.nullable(z.string()),
  year_of_birth: z.nullable(z.int()),
  gender: z.nullable(z.enum(['male', 'female'])),
  guardian_consent: z.boolean(),
  /** Address of a picture on our own host. */
  profile_picture: z.nullable(z.string()),
  language: z.enum(languages),
  is_public: z.boolean(),
  following_content_alert: z.boolean(),
  adult_content: z.boolean(),
  can_upload_video: z.boolean(),
  is_broadcaster: z.boolean(),
  is_operator: z.boolean(),
  hide_globe_welcome: z.boolean(),
  hide_heart_welcome: z.boolean(),
  hide_tv_welcome: z.boolean(),
  hide_user_welcome: z.boolean(),
  hide_watch_later_welcome: z.boolean(),
  hide_direct_publish_welcome: z.boolean(),
  /** Invitations to teams that wait for an answer. */
  membership: z.array(z.object({ id: Id, name: z.string() })),
  /** The version of the terms that was agreed to. */
  terms_version: z.nullable(z.string()),
  /** Newer terms that are announced, and the day (`YYYY-MM-DD`) they take effect; null once agreed to or waved away. */
  amended_terms: z.nullable(z.object({ version: z.string(), from: z.string() })),
  /** When the account is deleted, as its owner asked; null: it stays. */
  deletion_at: z.nullable(Time),
  created_at: Time,
})
export type Profile = z.output<typeof Profile>
defineThing('profile', [Profile])

/** What everybody may know of somebody who wants to be found. */
export const PublicProfile = z.object({
  id: Id,
  /** Null for oneself alone, before one has chosen it. */
  nickname: z.nullable(z.string()),
  profile_picture: z.nullable(z.string()),
  is_broadcaster: z.boolean(),
  /** The channel with what they share; null when it was removed. */
  directPublishId: z.nullable(Id),
  /** How many follow them, and whether the reader does. */
  followers: z.int(),
  is_followed: z.boolean(),
  created_at: Time,
})
export type PublicProfile = z.output<typeof PublicProfile>
defineThing('person', [PublicProfile])

export const TokenPair = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds that the access token lives on. */
  expires_in: z.int(),
})

/** A proof of work, as ALTCHA v2 has it. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    cost: z.int(),
    /** Seconds since 1970. */
    expiresAt: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
})

/** What became of the link that confirms a sign-up. */
export const Confirmation = z.object({
  email: z.string(),
  /** As it was typed at the sign-up. */
  nickname: z.nullable(z.string()),
  /** Nothing is confirmed yet: somebody else may have typed the password, and another one has to be chosen. */
  password_required: z.boolean(),
})

/** One place where one is logged in. */
export const Session = z.object({ id: Id, user_agent: z.string(), created_at: Time, last_seen_at: Time, is_current: z.boolean() })

export const Country = z.object({ id: z.int(), name: z.string() })
