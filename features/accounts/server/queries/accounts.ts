import { type Insertable, sql, type UpdateObject } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Db, executeWrite, rowExists, isoTime } from '#kit/server/db/db.ts'
import { inList } from '#kit/server/db/prepare.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Account, DB } from '#kit/server/db/schema.gen.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { WelcomeFlag } from '../../rules.ts'

const hasEmail = (email: string) => sql<boolean>`lower(account.email) = lower(${email})`

/** An account to insert, without the look-alike key that is computed from the nickname. */
export type NewAccount = Omit<Insertable<Account>, 'nickname' | 'nickname_key'> & { nickname: string | null }
/** @throws a unique violation of `account_email_key` or `account_nickname_key` */
export const insertAccounts = (db: Db, accounts: (NewAccount & { nickname_key: string | null })[]) =>
  db.insertInto('account').values(accounts).execute()

export interface Credentials {
  /** The account's id; null for an unconfirmed or superseded sign-up. */
  account_id: string | null
  password_hash: string
  /** Changes when the password changes. */
  version: string
}
/** Maximum sign-ups checked per login: the number of emails that an address can get in a day. */
const maxComparedSignUps = 5

/**
 * Returns password candidates for an email or username key: the account's hash first, then the hashes of sign-ups, latest first. For an
 * email: {@link maxComparedSignUps}. For a username: the latest one, and only while no account has the username.
 */
export const findCredentials = async (db: Db, identity: { email: string } | { nicknameKey: string }): Promise<Credentials[]> => {
  const isAccount = 'email' in identity ? hasEmail(identity.email) : sql`account.nickname_key = ${identity.nicknameKey}`
  const isSignUp =
    'email' in identity
      ? sql`lower(email) = lower(${identity.email})`
      : sql`nickname_key = ${identity.nicknameKey} and not exists (select from account where account.nickname_key = ${identity.nicknameKey})`
  const { rows } = await sql<Credentials>`
    select id as account_id, password_hash, extract(epoch from password_changed_at)::text as version, created_at
    from account where ${isAccount}
    union all (
      select null, password_hash, '', created_at from sign_up
      where password_hash is not null and ${isSignUp} and expires_at > now()
      order by created_at desc limit ${'email' in identity ? maxComparedSignUps : 1})
    order by account_id, created_at desc`.execute(db)
  return rows
}

export const findCredentialsById = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .select((eb) => [
      'id',
      'email',
      'nickname',
      'password_hash',
      sql<string>`extract(epoch from password_changed_at)::text`.as('version'),
      eb.ref('language').$castTo<Language>().as('language'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const findAccountByEmail = (db: Db, email: string) =>
  db.selectFrom('account').select(['id', 'email', 'nickname']).where(hasEmail(email)).executeTakeFirst()

export const isNicknameTaken = (db: Db, nicknameKey: string): Promise<boolean> =>
  rowExists(db, sql`select from account where nickname_key = ${nicknameKey}`)

export const setPassword = (db: Db, id: string, passwordHash: string) =>
  updateAccount(db, id, { password_hash: passwordHash, password_changed_at: sql<Date>`now()` })

/** Sets a missing username; false when there is one already. @throws as {@link insertAccounts} */
export const setNickname = (db: Db, id: string, nickname: string, nicknameKey: string): Promise<boolean> =>
  executeWrite(
    db,
    sql`update account set nickname = ${nickname}, nickname_key = ${nicknameKey}
      where id = ${id} and (nickname is null or nickname = ${nickname})`,
  )

/** Columns of an account, with values or expressions. */
export type AccountChanges = UpdateObject<DB, 'account'>
/** @throws a violation of `account_country_id_fkey` for an unknown country */
export const updateAccount = (db: Db, id: string, changes: AccountChanges) =>
  db.updateTable('account').set(changes).where('id', '=', id).execute()

export const toggleWelcomeFlag = (db: Db, id: string, flag: WelcomeFlag) =>
  sql`update account set ${sql.ref(flag)} = not ${sql.ref(flag)} where id = ${id}`.execute(db)

/** The settings for adult content; the birthday as `YYYY-MM-DD`. */
export const findAdultSettings = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .select(['email', 'adult_content', sql<string | null>`birthday::text`.as('birthday')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Profile fields that changes are validated against. */
export interface PersonalDetails {
  first_name: string | null
  last_name: string | null
  country_id: number | null
  picture_id: string | null
  /** `YYYY-MM-DD` */
  birthday: string | null
  guardian_consent: boolean
}
export const findPersonalDetails = (db: Db, id: string): Promise<PersonalDetails> =>
  db
    .selectFrom('account')
    .select([
      'first_name',
      'last_name',
      'country_id',
      'picture_id',
      sql<string | null>`birthday::text`.as('birthday'),
      sql<boolean>`guardian_consent_at is not null`.as('guardian_consent'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Maximum open team invitations in a profile. */
const maxShownInvitations = 50

/** The user's own profile in wire format. */
export const findProfile = (db: Db, id: string, language: Language) =>
  db
    .selectFrom('account')
    .leftJoin('country', 'country.id', 'account.country_id')
    .where('account.id', '=', id)
    .select([
      'account.id',
      'email',
      'nickname',
      'first_name',
      'first_name as firstname',
      'last_name',
      'last_name as lastname',
      'city',
      'address',
      'phone',
      'household_count',
      'country_id',
      language === 'nl' ? 'country.name_nl as country' : 'country.name_en as country',
      'is_public',
      'following_content_alert',
      'adult_content',
      'can_upload_video',
      'is_broadcaster',
      'is_operator',
      'is_moderator',
      'hide_globe_welcome',
      'hide_heart_welcome',
      'hide_tv_welcome',
      'hide_user_welcome',
      'hide_watch_later_welcome',
      'hide_direct_publish_welcome',
      'terms_version',
      'terms_dismissed',
    ])
    .select((eb) => [
      sql<string | null>`birthday::text`.as('birthday'),
      sql<number | null>`extract(year from birthday)::int`.as('year_of_birth'),
      sql<boolean>`guardian_consent_at is not null`.as('guardian_consent'),
      pictureAddress('account.picture_id').as('profile_picture'),
      eb.ref('account.gender').$castTo<'male' | 'female' | null>().as('gender'),
      eb.ref('account.language').$castTo<Language>().as('language'),
      isoTime(eb.ref('account.deletion_due_at')).as('deletion_at'),
      isoTime(eb.ref('account.created_at')).as('created_at'),
      jsonArrayFrom(
        eb
          .selectFrom('team_invitation')
          .innerJoin('team', 'team.id', 'team_invitation.team_id')
          .where('team_invitation.email', '=', sql<string>`lower(account.email)`)
          .where('team_invitation.answer', 'is', null)
          .where('team_invitation.expires_at', '>', sql<Date>`now()`)
          // A team without members is an orphan: it can't be joined.
          .where(sql<boolean>`exists (select from team_member where team_member.team_id = team.id)`)
          .select(['team.id', 'team.name'])
          .orderBy('team_invitation.created_at', 'desc')
          .limit(maxShownInvitations),
      ).as('membership'),
    ])
    .executeTakeFirstOrThrow()

export const setAdultContent = (db: Db, id: string, isOn: boolean) =>
  updateAccount(db, id, { adult_content: isOn, ...(isOn && { adult_passed_at: sql<Date>`now()` }) })

/** Grants or revokes a right; false for an unknown email. */
export const setRight = (db: Db, email: string, right: 'is_operator' | 'can_upload_video', isGranted: boolean): Promise<boolean> =>
  executeWrite(db, sql`update account set ${sql.ref(right)} = ${isGranted} where ${hasEmail(email)}`)

/** @returns false if the account wasn't suspended */
export const liftSuspension = (db: Db, id: string): Promise<boolean> =>
  executeWrite(db, sql`update account set suspended_until = null, suspended_reason = null where id = ${id} and suspended_until > now()`)

/**
 * Checks immediately, instead of at the end of the transaction, that at least one operator remains.
 * @throws a violation of `operator_left`
 */
export const checkOperatorLeft = (tx: Db) => sql`set constraints operator_is_left, deleted_operator_is_left immediate`.execute(tx)

export const listOperators = (db: Db) =>
  db.selectFrom('account').select(['email', 'nickname']).where('is_operator', '=', true).orderBy('email').execute()

/** Demo users, whose email domain can't be real (RFC 2606). */
export const listDemoAccounts = (db: Db) =>
  db.selectFrom('account').select(['id', 'nickname']).where('email', 'like', '%@demo.example').orderBy('nickname').execute()

/** Deletes accounts with their sessions, secrets, follows and likes. Delete their channels first. */
export const deleteAccounts = (db: Db, ids: readonly string[]) => db.deleteFrom('account').where('id', 'in', inList(ids)).execute()

/** All countries, by name in a language. */
export const listCountries = (db: Db, language: Language) =>
  db
    .selectFrom('country')
    .select(['id', language === 'nl' ? 'name_nl as name' : 'name_en as name'])
    .execute()

/** Finds a country by name in either language, ignoring case. */
export const findCountryByName = async (db: Db, name: string): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select id from country where lower(${name}) in (lower(name_en), lower(name_nl))`.execute(db)
  return rows[0]?.id
}

/** Whether there are no accounts yet. */
export const hasNoAccounts = async (db: Db): Promise<boolean> => !(await rowExists(db, sql`select from account limit 1`))

/** Locks the account table against changes until the transaction ends. */
export const lockAccounts = (db: Db) => sql`lock table account in share row exclusive mode`.execute(db)
