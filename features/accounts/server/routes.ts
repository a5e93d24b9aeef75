import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { Ctx, Handlers } from '#kit/server/http/mount.ts'
import type { Viewer } from '#kit/server/viewer.ts'
import type { accountsContract } from '../contract.ts'
import type { Profile } from '../shapes.ts'
import { announcedTerms } from '../terms.ts'
import { passAgeVerification, toggleAdultContent } from './adult.ts'
import { countMail, createDoorkeeper } from './attempts.ts'
import { giveMediaCookie, takeMediaCookie } from './cookies.ts'
import { mailReset, mailSignUp } from './jobs.ts'
import { logIn } from './log-in.ts'
import { changePassword, resetPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { changeProfile, chooseNickname } from './profile.ts'
import { findProfile, findPublicProfile, listCountries, toggleWelcomeFlag } from './queries/accounts.ts'
import { deleteSessionOfToken, deleteSessionsOf, listSessions } from './queries/sessions.ts'
import { setTermsDismissed } from './queries/terms.ts'
import type { AccountsServices } from './services.ts'
import { refreshSession } from './sessions.ts'
import { confirmEmail, demandFreeNickname, finishSignUp, keepAddress, keepForm } from './sign-up.ts'
import { bearerOf, hashToken } from './tokens.ts'

async function profileOf({ db, viewer, language }: Ctx<Viewer>): Promise<Profile> {
  const { terms_dismissed: dismissed, ...profile } = await findProfile(db, viewer.userId, language)
  const announced = announcedTerms()
  const isNews = announced && profile.terms_version !== announced.version && dismissed !== announced.version
  return { ...profile, amended_terms: isNews ? announced : null }
}

export function accountsRoutes(services: AccountsServices): Handlers<typeof accountsContract> {
  const { config, jobs, limits, pictures } = services
  const door = createDoorkeeper(services)
  /** Keeps a sign-up and has its mail sent, both or neither. */
  const mailed = (db: Db, keep: (tx: Db) => Promise<string>) =>
    db.transaction().execute(async (tx) => {
      await jobs.send(mailSignUp, { id: await keep(tx) }, { db: tx })
      return {}
    })

  return {
    async createToken({ body }, { db, request, reply, address }) {
      if (body.grant_type === 'refresh_token') return refreshSession(db, body.refresh_token)
      await door.accept(db, body.captcha, address)
      const { cookie, ...answer } = await logIn(db, limits, body, { address, userAgent: request.headers['user-agent'] ?? '' })
      reply.header('set-cookie', giveMediaCookie(cookie, config.publicUrl))
      return answer
    },

    async logout({ headers }, { db, reply }) {
      const token = bearerOf(headers.authorization) ?? fail(common.login_required)
      await deleteSessionOfToken(db, hashToken(token))
      reply.header('set-cookie', takeMediaCookie(config.publicUrl))
      return {}
    },

    createCaptcha: (_, { db, address }) => door.challenge(db, address),

    async startSignUp({ body: { email, captcha } }, { db, address, language }) {
      await door.accept(db, captcha, address)
      await countMail(limits, email, address)
      return mailed(db, (tx) => keepAddress(tx, email, language))
    },

    async signUp({ body }, { db, address, language }) {
      await door.accept(db, body.captcha, address)
      await demandFreeNickname(db, body.nickname)
      await countMail(limits, body.email, address)
      const passwordHash = await hashPassword(body.password)
      return mailed(db, (tx) => keepForm(tx, body, passwordHash, language))
    },

    async finishSignUp({ body }, { db, address, language }) {
      await door.accept(db, body.captcha, address)
      return finishSignUp(db, body, language)
    },

    confirmEmail: ({ params }, { db }) => confirmEmail(db, params.token),

    async askReset({ headers, body: { email, captcha } }, { db, address, language }) {
      await door.accept(db, captcha, address)
      await countMail(limits, email, address)
      await jobs.send(mailReset, { email, kind: headers['email-request'], language })
      return {}
    },

    async resetPassword({ body }, { db }) {
      await resetPassword(db, body)
      return {}
    },

    getProfile: (_, ctx) => profileOf(ctx),

    async getPublicProfile({ params }, { db, viewer }) {
      return (await findPublicProfile(db, params.id, viewer?.userId ?? null)) ?? fail(common.not_found)
    },

    async updateProfile({ body }, ctx) {
      await changeProfile(ctx.db, pictures, ctx.viewer.userId, body)
      return profileOf(ctx)
    },

    async changePassword({ body }, { db, viewer }) {
      await changePassword(db, limits, viewer, body)
      return {}
    },

    async setRequiredFields({ body }, ctx) {
      await chooseNickname(ctx.db, ctx.viewer.userId, body.nickname)
      return profileOf(ctx)
    },

    async toggleAdultContent(_, { db, viewer, language, address }) {
      return { code_required: await toggleAdultContent(db, services, { userId: viewer.userId, language, address }) }
    },

    async passAgeVerification({ query }, ctx) {
      await passAgeVerification(ctx.db, ctx.viewer.userId, query.code)
      return profileOf(ctx)
    },

    async toggleWelcome({ body }, ctx) {
      await toggleWelcomeFlag(ctx.db, ctx.viewer.userId, body.field)
      return profileOf(ctx)
    },

    async dismissAmendedTerms(_, ctx) {
      const announced = announcedTerms()
      if (announced) await setTermsDismissed(ctx.db, ctx.viewer.userId, announced.version)
      return profileOf(ctx)
    },

    listSessions: (_, { db, viewer }) => listSessions(db, viewer.userId, viewer.sessionId),

    async endOtherSessions(_, { db, viewer }) {
      await deleteSessionsOf(db, viewer.userId, viewer.sessionId)
      return {}
    },

    async listCountries(_, { db, language }) {
      const { compare } = new Intl.Collator(language)
      return (await listCountries(db, language)).toSorted((a, b) => compare(a.name, b.name))
    },
  }
}
