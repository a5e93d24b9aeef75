import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { languages } from '#kit/contract/texts.ts'

/** The user's own profile. */
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
  /** Name in the reader's language. */
  country: z.nullable(z.string()),
  /** `YYYY-MM-DD` */
  birthday: z.nullable(z.string()),
  year_of_birth: z.nullable(z.int()),
  gender: z.nullable(z.enum(['male', 'female'])),
  guardian_consent: z.boolean(),
  /** URL of a picture on our host. */
  profile_picture: z.nullable(z.string()),
  language: z.enum(languages),
  is_public: z.boolean(),
  following_content_alert: z.boolean(),
  adult_content: z.boolean(),
  can_upload_video: z.boolean(),
  is_broadcaster: z.boolean(),
  is_operator: z.boolean(),
  is_moderator: z.boolean(),
  hide_globe_welcome: z.boolean(),
  hide_heart_welcome: z.boolean(),
  hide_tv_welcome: z.boolean(),
  hide_user_welcome: z.boolean(),
  hide_watch_later_welcome: z.boolean(),
  hide_direct_publish_welcome: z.boolean(),
  /** Teams with an open invitation to the user. */
  membership: z.array(z.object({ id: Id, name: z.string() })),
  /** Version of the terms agreed to. */
  terms_version: z.nullable(z.string()),
  /** Announced terms and their effective day (`YYYY-MM-DD`); null once agreed to or dismissed. */
  amended_terms: z.nullable(z.object({ version: z.string(), from: z.string() })),
  /** Scheduled deletion; null: none. */
  deletion_at: z.nullable(Time),
  created_at: Time,
})
export type Profile = z.output<typeof Profile>
defineThing('profile', [Profile])

export const PublicProfile = z.object({
  id: Id,
  /** Null only for the user themselves, until they choose a username. */
  nickname: z.nullable(z.string()),
  profile_picture: z.nullable(z.string()),
  is_broadcaster: z.boolean(),
  /** Id of the user's Direct Share channel; null if removed. */
  directPublishId: z.nullable(Id),
  /** Follower count, and whether the reader follows the user. */
  followers: z.int(),
  is_followed: z.boolean(),
  created_at: Time,
})
export type PublicProfile = z.output<typeof PublicProfile>
defineThing('person', [PublicProfile])

export const TokenPair = z.object({
  user_id: z.string(),
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Lifetime of the access token in seconds. */
  expires_in: z.int(),
})

/** An ALTCHA v2 proof-of-work challenge. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    cost: z.int(),
    /** Unix time in seconds. */
    expiresAt: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
})

/** Outcome of a sign-up's confirmation link. */
export const Confirmation = z.object({
  email: z.string(),
  /** The username typed at sign-up. */
  nickname: z.nullable(z.string()),
  /** Whether the user must choose a new password, because another person may have chosen the password of this sign-up. */
  password_required: z.boolean(),
})

export const Session = z.object({ id: Id, user_agent: z.string(), created_at: Time, last_seen_at: Time, is_current: z.boolean() })

export const Country = z.object({ id: z.int(), name: z.string() })
