import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { common } from '#kit/contract/problems.ts'
import { textKey } from '#kit/contract/errors.ts'
import { byId, Empty, Flag, Id, text } from '#kit/contract/fields.ts'
import { accountsErrors } from './errors.ts'
import { Birthday, Captcha, Code, Email, NewPassword, Nickname, OpaqueToken, ProfileChanges, Refined } from './fields.ts'
import { profilePictureMaxBytes, welcomeFlags } from './rules.ts'
import { Challenge, Confirmation, Country, Profile, PublicProfile, Session, TokenPair } from './shapes.ts'

/** Accepted and ignored: clients are not told apart. */
const anyClient = z.optional(z.union([text(200), z.number()]))
const client = { client_id: anyClient, client_secret: anyClient }
const age = { birthday: z.optional(Birthday), guardian_consent: z.optional(Flag) }

/** A link that lost a letter on its way is refused as a wrong one, in the same words. */
const byMailedToken = z.object({ token: text(1000, 1) })

/** Bytes of a form with a picture in it that is too large, so that it can be told on its field. */
const pictureFormMaxBytes = 3 * profilePictureMaxBytes

export const accountsContract = defineContract({
  createToken: {
    method: 'POST',
    path: '/api/user/token',
    summary: 'Log in with e-mail address or nickname and password, or go on with a refresh token',
    access: 'open',
    form: true,
    body: z.discriminatedUnion('grant_type', [
      z.object({
        grant_type: z.literal('password'),
        user: text(254, 1),
        password: z.string().check(z.minLength(1), z.maxLength(1000)),
        captcha: Captcha,
        ...client,
      }),
      z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string().check(z.minLength(1), z.maxLength(1000)), ...client }),
    ]),
    output: TokenPair,
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'End the session; a token that is dead already is fine',
    access: 'open',
    headers: z.object({ authorization: z.optional(z.string()) }),
    output: Empty,
    refusals: [common.login_required],
  },
  createCaptcha: {
    method: 'GET',
    path: '/api/captcha',
    summary:
      'A proof of work (ALTCHA v2), good for 10 minutes and one call; with `user` as dear as a login as that address or nickname needs',
    access: 'anyone',
    query: z.object({ user: z.optional(text(254, 1)) }),
    output: Challenge,
  },
  startSignUp: {
    method: 'POST',
    path: '/api/register/email-only',
    summary: 'Mail a link to the sign-up form; a known address gets a mail that says so',
    access: 'anyone',
    form: true,
    body: z.object({ email: Email, url: z.optional(z.string().check(z.maxLength(2000))), captcha: Captcha }),
    output: Empty,
  },
  finishSignUp: {
    method: 'POST',
    path: '/api/register',
    summary: 'Sign up with the token of the mailed link: the account can be used at once',
    access: 'anyone',
    form: true,
    body: Refined(
      z.object({
        email: Email,
        token: OpaqueToken,
        password: NewPassword,
        password_confirmation: z.string(),
        nickname: z.optional(Nickname),
        terms: z.optional(Flag),
        ...age,
        captcha: Captcha,
      }),
    ),
    output: z.object({ id: Id, email: z.string(), nickname: z.nullable(z.string()) }),
    changes: [],
  },
  signUp: {
    method: 'POST',
    path: '/api/user',
    summary: 'Sign up with everything at once: usable once the mailed link was opened',
    access: 'anyone',
    form: true,
    body: Refined(
      z
        .object({
          email: Email,
          password: NewPassword,
          password_confirmation: z.optional(z.string()),
          nickname: z.optional(Nickname),
          terms: z.optional(Flag),
          ...age,
          captcha: Captcha,
        })
        .check(z.refine(({ terms }) => terms === true, { path: ['terms'], error: textKey(accountsErrors.terms_required) })),
    ),
    output: Empty,
    changes: [],
  },
  confirmEmail: {
    method: 'GET',
    path: '/api/user/verify/:token',
    summary: 'Confirm the address of a sign-up; when there were others for its mailbox, nothing happens before a new password is chosen',
    access: 'anyone',
    params: byMailedToken,
    output: Confirmation,
    refusals: [accountsErrors.confirmation_failed],
  },
  confirmWithPassword: {
    method: 'POST',
    path: '/api/user/verify/:token',
    summary: 'Confirm the address of a sign-up with another password than the one that was typed then',
    access: 'anyone',
    form: true,
    params: byMailedToken,
    body: Refined(z.object({ password: NewPassword, password_confirmation: z.string() })),
    output: Confirmation,
    refusals: [accountsErrors.confirmation_failed],
  },
  askReset: {
    method: 'POST',
    path: '/api/user/reset',
    summary: 'Mail a link or a 4-digit code to set a new password; the answer is the same for unknown addresses',
    access: 'anyone',
    form: true,
    headers: z.object({ 'email-request': z._default(z.enum(['link', 'code']), 'link') }),
    body: z.object({ email: Email, captcha: Captcha }),
    // Only when a code was asked for, and so many wrong ones were tried on the whole site that none are made.
    output: z.object({ sent: z.optional(z.literal('link')) }),
  },
  checkResetCode: {
    method: 'POST',
    path: '/api/user/reset-code',
    summary: 'Is this the mailed code to set a new password? A wrong one counts as an attempt; a right one stays good',
    access: 'anyone',
    form: true,
    body: z.object({ email: Email, token: Code }),
    output: Empty,
    refusals: [accountsErrors.reset_failed],
  },
  resetPassword: {
    method: 'POST',
    path: '/api/user/reset-password',
    summary: "Set a new password with the mailed link's token or the mailed code; ends all sessions",
    access: 'anyone',
    form: true,
    body: Refined(z.object({ email: Email, token: text(100, 1), password: NewPassword, password_confirmation: z.string() })),
    output: Empty,
  },
  getProfile: {
    method: 'GET',
    path: '/api/user/profile',
    summary: "One's own profile",
    access: 'newcomer',
    output: Profile,
    reads: ['profile'],
  },
  getActingTeam: {
    method: 'GET',
    path: '/api/user/team',
    summary: 'Get the team of the X-Team-Id header',
    access: 'newcomer',
    actsForTeam: true,
    output: z.object({ /** Null without the header. */ id: z.nullable(Id) }),
    reads: [],
  },
  getPublicProfile: {
    method: 'GET',
    path: '/api/user/profile/:id',
    summary: 'Somebody who wants to be found, or oneself as others would see one',
    access: 'anyone',
    params: byId,
    output: PublicProfile,
    reads: ['public-profile:{id}'],
  },
  updateProfile: {
    method: 'PATCH',
    path: '/api/user',
    summary: "Change one's profile: only the fields that are sent; an empty one is taken away",
    access: 'newcomer',
    form: true,
    override: true,
    maxBytes: pictureFormMaxBytes,
    body: ProfileChanges,
    output: Profile,
    changes: ['profile:{id}', { topic: 'public-profile:{id}', given: ['profile_picture', 'is_public'] }],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/user/password',
    summary: 'Change the password; ends all other sessions',
    access: 'newcomer',
    form: true,
    body: Refined(
      z.object({
        old_password: z.string().check(z.minLength(1), z.maxLength(1000)),
        password: NewPassword,
        password_confirmation: z.string(),
      }),
    ),
    output: Empty,
    changes: ['sessions'],
  },
  setRequiredFields: {
    method: 'PUT',
    path: '/api/user/required-fields',
    summary: 'Choose the nickname that is still missing',
    access: 'newcomer',
    form: true,
    body: z.object({ nickname: Nickname }),
    output: Profile,
    refusals: [accountsErrors.nickname_fixed],
    changes: ['profile:{id}', 'public-profile:{id}'],
  },
  toggleAdultContent: {
    method: 'POST',
    path: '/api/user/adult_content',
    summary: 'Off: mail a code that switches adult content on. On: switch it off',
    access: 'user',
    output: z.object({ code_required: z.boolean() }),
    refusals: [accountsErrors.birthday_missing],
    changes: ['profile', 'adult-content'],
  },
  passAgeVerification: {
    method: 'POST',
    path: '/api/user/pass_age_verification',
    summary: 'Switch adult content on with the mailed code',
    access: 'user',
    query: z.object({ code: Code }),
    example: { query: { code: '0417' } },
    output: Profile,
    changes: ['profile:{id}', 'adult-content'],
  },
  toggleWelcome: {
    method: 'PUT',
    path: '/api/pages/toggle-welcome',
    summary: 'Hide or show one block of explanation',
    access: 'user',
    form: true,
    body: z.object({ field: z.enum(welcomeFlags) }),
    output: Profile,
    changes: ['profile:{id}'],
  },
  dismissAmendedTerms: {
    method: 'PUT',
    path: '/api/user/amended-terms',
    summary: 'Show the announcement of amended terms no more',
    access: 'newcomer',
    output: Profile,
    changes: ['profile:{id}'],
  },
  listSessions: {
    method: 'GET',
    path: '/api/user/sessions',
    summary: 'Where one is logged in: here, then the latest first',
    access: 'user',
    output: z.array(Session),
    reads: ['sessions'],
  },
  endSessions: {
    method: 'POST',
    path: '/api/user/end-sessions',
    summary: 'Log out everywhere, with the token of the mail that tells of a new password',
    access: 'anyone',
    form: true,
    body: z.object({ token: text(100, 1) }),
    output: Empty,
    refusals: [accountsErrors.link_lapsed],
    changes: ['sessions'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/user/sessions',
    summary: 'Log out everywhere else',
    access: 'user',
    output: Empty,
    changes: ['sessions'],
  },
  listCountries: {
    method: 'GET',
    path: '/api/countries',
    summary: "All countries, by their names in the reader's language",
    access: 'anyone',
    output: z.array(Country),
    reads: ['countries'],
  },
})
