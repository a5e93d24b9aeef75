import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { encodeProblem } from '#kit/contract/errors.ts'
import { Empty, Flag, Id, text } from '#kit/contract/fields.ts'
import { accountsErrors } from './errors.ts'
import { Birthday, Captcha, Code, Email, NewPassword, Nickname, SignUpToken, withCredentialChecks } from './fields.ts'
import { Challenge, Confirmation, TokenPair } from './shapes.ts'

/** Ids and secrets of OAuth clients: accepted and ignored, as all clients are treated alike. */
const ignoredClientField = z.optional(z.union([text(200), z.number()]))
const clientFields = { client_id: ignoredClientField, client_secret: ignoredClientField }
/** Code of an invitation link; needed only while registration is by invitation. */
const Invitation = z.optional(text(100, 1))
const admissionErrors = [accountsErrors.registration_closed, accountsErrors.invitation_required, accountsErrors.invitation_invalid]
const ageFields = { birthday: z.optional(Birthday), guardian_consent: z.optional(Flag) }

/** Malformed tokens get the same error as unknown ones. */
const mailedTokenBody = z.object({ token: text(1000, 1) })

/** Endpoints for login, logout, sign-up and password reset. */
export const entryEndpoints = defineContract({
  createToken: {
    method: 'POST',
    path: '/api/user/token',
    summary: 'Log in or refresh the session',
    description: 'Takes an email address or username with the password, or a refresh token.',
    access: 'open',
    actsFor: 'user',
    form: true,
    body: z.discriminatedUnion('grant_type', [
      z.object({
        grant_type: z.literal('password'),
        user: text(254, 1),
        password: z.string().check(z.minLength(1), z.maxLength(1000)),
        captcha: Captcha,
        ...clientFields,
      }),
      z.object({
        grant_type: z.literal('refresh_token'),
        refresh_token: z.string().check(z.minLength(1), z.maxLength(1000)),
        ...clientFields,
      }),
    ]),
    output: TokenPair,
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'Log out',
    description: 'Ends the session. Also accepts a token that has expired.',
    access: 'open',
    actsFor: 'user',
    headers: z.object({ authorization: z.optional(z.string()) }),
    output: Empty,
    refusals: [commonErrors.login_required],
  },
  createCaptcha: {
    method: 'GET',
    path: '/api/captcha',
    summary: 'Create a captcha challenge',
    description:
      'The challenge is a proof of work (ALTCHA v2), valid for 10 minutes and one call. `user` is the email address or username to log in with; recent failed logins with it raise the cost.',
    access: 'anyone',
    actsFor: 'user',
    query: z.object({ user: z.optional(text(254, 1)) }),
    output: Challenge,
  },
  startSignUp: {
    method: 'POST',
    path: '/api/register/email-only',
    summary: 'Request a sign-up link by email',
    description: 'Emails a link to the sign-up form. A registered address gets an email about its account instead.',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    body: z.object({ email: Email, url: z.optional(z.string().check(z.maxLength(2000))), invitation: Invitation, captcha: Captcha }),
    output: Empty,
    refusals: admissionErrors,
  },
  finishSignUp: {
    method: 'POST',
    path: '/api/register',
    summary: 'Sign up with an emailed token',
    description:
      'Requires the token of a sign-up link, or the code of an invitation to a team. The account is active at once, and joins the team of the invitation.',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    body: withCredentialChecks(
      z
        .object({
          email: Email,
          token: SignUpToken,
          password: NewPassword,
          password_confirmation: z.string(),
          nickname: z.optional(Nickname),
          terms: z.optional(Flag),
          ...ageFields,
          /**
           * The invitation to register. Needed only if `token` is that of a team invitation. A sign-up by email has already stored its
           * invitation.
           */
          invitation: Invitation,
          captcha: Captcha,
        })
        .check(z.refine(({ terms }) => terms !== false, { path: ['terms'], error: encodeProblem(accountsErrors.terms_required) })),
    ),
    output: z.object({ id: Id, email: z.string(), nickname: z.nullable(z.string()) }),
    refusals: [...admissionErrors, accountsErrors.invitation_used],
    changes: [],
  },
  signUp: {
    method: 'POST',
    path: '/api/user',
    summary: 'Sign up with a password',
    description: 'The account becomes active when the user opens the emailed link.',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    body: withCredentialChecks(
      z
        .object({
          email: Email,
          password: NewPassword,
          password_confirmation: z.optional(z.string()),
          nickname: z.optional(Nickname),
          terms: z.optional(Flag),
          ...ageFields,
          invitation: Invitation,
          captcha: Captcha,
        })
        .check(z.refine(({ terms }) => terms === true, { path: ['terms'], error: encodeProblem(accountsErrors.terms_required) })),
    ),
    output: Empty,
    refusals: admissionErrors,
    changes: [],
  },
  confirmEmail: {
    method: 'GET',
    path: '/api/user/verify/:token',
    summary: 'Confirm the email address of a sign-up',
    description: 'If the same email address has several sign-ups, returns `password_required` and changes nothing.',
    access: 'anyone',
    actsFor: 'user',
    params: mailedTokenBody,
    output: Confirmation,
    refusals: [
      accountsErrors.confirmation_failed,
      accountsErrors.registration_closed,
      accountsErrors.invitation_required,
      accountsErrors.invitation_used,
    ],
  },
  confirmWithPassword: {
    method: 'POST',
    path: '/api/user/verify/:token',
    summary: 'Confirm a sign-up with a new password',
    description: 'Replaces the password of the sign-up form.',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    params: mailedTokenBody,
    body: withCredentialChecks(z.object({ password: NewPassword, password_confirmation: z.string() })),
    output: Confirmation,
    refusals: [
      accountsErrors.confirmation_failed,
      accountsErrors.registration_closed,
      accountsErrors.invitation_required,
      accountsErrors.invitation_used,
    ],
  },
  askReset: {
    method: 'POST',
    path: '/api/user/reset',
    summary: 'Request a password reset',
    description: 'Sends an email with a link or a 4-digit code. The response is the same for unknown addresses.',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    headers: z.object({ 'email-request': z._default(z.enum(['link', 'code']), 'link') }),
    body: z.object({ email: Email, captcha: Captcha }),
    // Set if a link was sent instead of the requested code, because too many wrong codes were tried site-wide.
    output: z.object({ sent: z.optional(z.literal('link')) }),
  },
  checkResetCode: {
    method: 'POST',
    path: '/api/user/reset-code',
    summary: 'Check a password reset code',
    description: 'A wrong code counts as an attempt; a correct code stays valid.',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    body: z.object({ email: Email, token: Code }),
    output: Empty,
    refusals: [accountsErrors.reset_failed],
  },
  resetPassword: {
    method: 'POST',
    path: '/api/user/reset-password',
    summary: 'Reset the password',
    description: 'Requires the token of the emailed link, or the emailed code. Ends all sessions.',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    body: withCredentialChecks(z.object({ email: Email, token: text(100, 1), password: NewPassword, password_confirmation: z.string() })),
    output: Empty,
    changes: [],
  },
})
