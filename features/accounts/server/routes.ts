import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type Ctx, defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { assertSameOrigin } from '#kit/server/http/same-origin.ts'
import type { User } from '#kit/server/reader.ts'
import { accountsContract } from '../contract.ts'
import type { Profile } from '../shapes.ts'
import { accountsErrors } from '../errors.ts'
import { announcedTerms } from '../terms.ts'
import { enableAdultContent, toggleAdultContent } from './adult.ts'
import { countMailRequest, createLoginCaptchas, canSendMail, isCodeMailBlocked } from './attempts.ts'
import { readDeviceCookie, setDeviceCookie, setMediaCookie, clearMediaCookie } from './cookies.ts'
import { mailResetJob, mailSignUpJob } from './jobs.ts'
import { findLoginAccount, findKnownDevice, logIn } from './log-in.ts'
import { changePassword, endSessions, verifyReset, resetPassword } from './new-password.ts'
import { assertStrongPassword, hashPassword } from './passwords.ts'
import { changeProfile, chooseNickname } from './profile.ts'
import { findProfile, listCountries, toggleWelcomeFlag } from './queries/accounts.ts'
import { findPublicProfile } from './queries/people.ts'
import { deleteSessionOfToken, deleteUserSessions, listSessions } from './queries/sessions.ts'
import { findWaitingSignUp } from './queries/sign-ups.ts'
import { setTermsDismissed } from './queries/terms.ts'
import { assertMayRegister } from './registration.ts'
import type { AccountsServices } from './services.ts'
import { refreshSession } from './sessions.ts'
import { confirmEmail, confirmWithPassword, assertNicknameAvailable, finishSignUp, createEmailSignUp, createFullSignUp } from './sign-up.ts'
import { readBearerToken, hashToken } from './tokens.ts'

async function profileOf({ db, reader, language }: Ctx<User>): Promise<Profile> {
  const { terms_dismissed: dismissed, ...profile } = await findProfile(db, reader.user.id, language)
  const announced = announcedTerms()
  const isUnread = announced && profile.terms_version !== announced.version && dismissed !== announced.version
  return { ...profile, amended_terms: isUnread ? announced : null }
}

export function accountsRoutes(services: AccountsServices): Handlers<typeof accountsContract> {
  const { config, jobs, limits, pictures, onAccountCreated, siteSettings } = services
  const captchas = createLoginCaptchas(services)
  /** Stores a sign-up and sends its email in one transaction. Does nothing if the email limit is reached. */
  async function storeAndMail(db: Db, email: string, keep: (tx: Db) => Promise<string>): Promise<Record<string, never>> {
    if ((await canSendMail(limits, 'sign-up', email)).allowed)
      await db.transaction().execute(async (tx) => jobs.send(mailSignUpJob, { id: await keep(tx) }, { db: tx }))
    return {}
  }

  return {
    async createToken({ body }, { db, request, reply, address, language }) {
      if (body.grant_type === 'refresh_token') return refreshSession(db, limits, body.refresh_token)
      assertSameOrigin(request.headers, config.publicUrl)
      const deviceToken = readDeviceCookie(request.headers.cookie)
      const addressee = await findLoginAccount(db, body.user)
      const device = await findKnownDevice(db, addressee, deviceToken)
      await captchas.accept(db, body.captcha, address, device ? undefined : addressee.key)
      const origin = { address, userAgent: request.headers['user-agent'] ?? '', deviceToken, language }
      const session = await logIn(db, limits, { addressee, password: body.password, device }, origin)
      const { cookie, device: newDeviceToken, ...response } = session
      reply.header('set-cookie', [...setMediaCookie(cookie, config.publicUrl), ...setDeviceCookie(newDeviceToken, config.publicUrl)])
      return response
    },

    async logout({ headers }, { db, reply }) {
      const token = readBearerToken(headers.authorization) ?? fail(commonErrors.login_required)
      await deleteSessionOfToken(db, hashToken(token))
      reply.header('set-cookie', clearMediaCookie(config.publicUrl))
      return {}
    },

    async createCaptcha({ query: { user } }, { db, address }) {
      const account = user === undefined ? undefined : (await findLoginAccount(db, user)).key
      return captchas.challenge(db, address, account)
    },

    async startSignUp({ body: { email, captcha, invitation } }, { db, address, language }) {
      await captchas.accept(db, captcha, address)
      const invitationId = await assertMayRegister(db, siteSettings, invitation)
      await countMailRequest(limits, address)
      return storeAndMail(db, email, (tx) => createEmailSignUp(tx, email, { language, invitationId }))
    },

    async signUp({ body }, { db, address, language }) {
      await assertStrongPassword(body.password, body.email, body.nickname)
      await captchas.accept(db, body.captcha, address)
      const invitationId = await assertMayRegister(db, siteSettings, body.invitation)
      await assertNicknameAvailable(db, siteSettings, body.nickname)
      await countMailRequest(limits, address)
      const passwordHash = await hashPassword(body.password, address)
      return storeAndMail(db, body.email, (tx) => createFullSignUp(tx, body, passwordHash, { language, invitationId }))
    },

    async finishSignUp({ body }, { db, address, language }) {
      await assertStrongPassword(body.password, body.email, body.nickname)
      await captchas.accept(db, body.captcha, address)
      return finishSignUp(db, body, services, { language, address })
    },

    confirmEmail: ({ params }, { db }) => confirmEmail(db, params.token, { onAccountCreated, siteSettings }),

    confirmWithPassword: defineFindHandler(accountsContract.confirmWithPassword, {
      find: async ({ params }, { select }) =>
        (await select(findWaitingSignUp, hashToken(params.token).toString('hex')))[0] ?? fail(accountsErrors.confirmation_failed),
      handle: ({ params, body }, { db, address }) =>
        confirmWithPassword(db, params.token, body.password, { address, onAccountCreated, siteSettings }),
    }),

    async askReset({ headers, body: { email, captcha } }, { db, address, language }) {
      await captchas.accept(db, captcha, address)
      await countMailRequest(limits, address)
      const requested = headers['email-request']
      const kind = requested === 'code' && (await isCodeMailBlocked(limits)) ? 'link' : requested
      const { allowed } = await canSendMail(limits, 'reset', email)
      await jobs.send(mailResetJob, { email, kind, language, only_if_void: !allowed })
      return kind === requested ? {} : { sent: 'link' as const }
    },

    async checkResetCode({ body }, { db, address }) {
      await verifyReset(db, limits, body, address)
      return {}
    },

    async resetPassword({ body }, { db, address }) {
      await resetPassword(db, services, body, address)
      return {}
    },

    async endSessions({ body }, { db }) {
      await endSessions(db, body.token)
      return {}
    },

    getProfile: (_, ctx) => profileOf(ctx),

    getActingTeam: (_, { reader }) => Promise.resolve({ id: reader.user.teamId }),

    async getPublicProfile({ params }, { db, reader }) {
      return (await findPublicProfile(db, params.id, reader.user?.id ?? null)) ?? fail(commonErrors.not_found)
    },

    async updateProfile({ body }, ctx) {
      await changeProfile(ctx.db, pictures, { id: ctx.reader.user.id, disconnected: ctx.disconnected }, body)
      return profileOf(ctx)
    },

    async changePassword({ body }, { db, reader, address }) {
      await changePassword(db, services, reader.user, body, address)
      return {}
    },

    async setRequiredFields({ body }, ctx) {
      await chooseNickname(ctx.db, siteSettings, ctx.reader.user.id, body.nickname)
      return profileOf(ctx)
    },

    async toggleAdultContent(_, { db, reader, language, address }) {
      return { code_required: await toggleAdultContent(db, services, { userId: reader.user.id, language, address }) }
    },

    async passAgeVerification({ query }, ctx) {
      await enableAdultContent(ctx.db, limits, { userId: ctx.reader.user.id, code: query.code, address: ctx.address })
      return profileOf(ctx)
    },

    async toggleWelcome({ body }, ctx) {
      await toggleWelcomeFlag(ctx.db, ctx.reader.user.id, body.field)
      return profileOf(ctx)
    },

    async dismissAmendedTerms(_, ctx) {
      const announced = announcedTerms()
      if (announced) await setTermsDismissed(ctx.db, ctx.reader.user.id, announced.version)
      return profileOf(ctx)
    },

    listSessions: (_, { db, reader }) => listSessions(db, reader.user.id, reader.user.sessionId),

    async endOtherSessions(_, { db, reader }) {
      await deleteUserSessions(db, reader.user.id, reader.user.sessionId)
      return {}
    },

    async listCountries(_, { db, language }) {
      const { compare } = new Intl.Collator(language)
      return (await listCountries(db, language)).toSorted((a, b) => compare(a.name, b.name))
    },
  }
}
