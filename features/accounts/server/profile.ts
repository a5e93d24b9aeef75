import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import type { PictureRules, Pictures } from '#features/media/server/pictures.ts'
import { accountsErrors } from '../errors.ts'
import type { ProfileChanges } from '../fields.ts'
import { accountAge, isBirthday, lookAlikeKey, profilePictureMaxBytes } from '../rules.ts'
import { throwTakenError } from './accounts.ts'
import { assertNameAllowed } from './registration.ts'
import type { LiveSettings } from './site-settings.ts'
import {
  type AccountChanges,
  findCountryByName,
  findPersonalDetails,
  type PersonalDetails,
  setNickname,
  updateAccount,
} from './queries/accounts.ts'

const pictureRules: PictureRules = {
  maxBytes: profilePictureMaxBytes,
  formats: ['jpg', 'png', 'apng'],
  tooLarge: accountsErrors.picture_too_large,
  unreadable: accountsErrors.picture_format,
}

/**
 * Returns the changed value of a field and its alias: clients that send back the whole profile send both.
 * @returns undefined if neither was sent
 */
function firstChanged<T>(now: T, ...sentValues: (T | undefined)[]): T | undefined {
  const values = sentValues.filter((value): value is T => value !== undefined)
  return [...values.filter((value) => value !== now), ...values][0]
}

/** @throws 422 on `country` for an unknown name */
async function countryOf(db: Db, now: number | null, { country_id: byId, country }: ProfileChanges): Promise<number | null | undefined> {
  if (country === undefined || (byId !== undefined && byId !== now)) return byId
  if (typeof country !== 'string') return country
  if (country === '') return null
  return (await findCountryByName(db, country)) ?? fail(accountsErrors.country_unknown, { field: 'country' })
}

/** Returns the last day of a year, so that users never count as older than they are. */
function birthdayIn(year: number | null | undefined, now: string | null): string | null | undefined {
  if (year === undefined || year === null) return year
  if (now?.startsWith(`${year}-`)) return now
  const birthday = `${year}-12-31`
  return isBirthday(birthday) ? birthday : fail(accountsErrors.birthday_invalid, { field: 'year_of_birth' })
}

/** Validates birthday and guardian consent together, even if only one was sent. */
function createAgeChanges(now: PersonalDetails, changes: ProfileChanges): AccountChanges {
  const { guardian_consent: consent } = changes
  const changed = firstChanged(now.birthday, changes.birthday, birthdayIn(changes.year_of_birth, now.birthday))
  if (changed === undefined && consent === undefined) return {}
  const birthday = changed === undefined ? now.birthday : changed
  const age = birthday === null ? 'adult' : accountAge(birthday)
  if (age === 'too_young') fail(accountsErrors.too_young, { field: birthday === changes.birthday ? 'birthday' : 'year_of_birth' })
  if (age === 'guardian' && !(consent ?? now.guardian_consent)) fail(accountsErrors.guardian_required, { field: 'guardian_consent' })
  return {
    birthday,
    ...(consent !== undefined && consent !== now.guardian_consent && { guardian_consent_at: consent ? new Date() : null }),
    // Adult content requires an adult's birthday.
    ...((birthday === null || age === 'guardian') && { adult_content: false }),
  }
}

/**
 * Returns the new picture; undefined keeps the current picture. Accepts a URL only if it is that of the current picture. So nothing is
 * fetched, and users can't use another user's picture.
 */
async function pictureOf(
  db: Db,
  pictures: Pick<Pictures, 'pictureFrom'>,
  { id, now, disconnected: signal }: { id: string; now: string | null; disconnected: AbortSignal },
  newPicture: ProfileChanges['profile_picture'],
) {
  if (newPicture === undefined) return undefined
  if (newPicture === null || newPicture === '') return null
  if (typeof newPicture !== 'string')
    return pictures.pictureFrom(db, newPicture, { field: 'profile_picture', rules: pictureRules, by: id, signal: signal })
  const path = newPicture.replace(/^https?:\/\/[^/]+(?=\/)/, '')
  return now !== null && parsePictureAddress(path)?.id === now
    ? undefined
    : fail(accountsErrors.picture_format, { field: 'profile_picture' })
}

/** Changes only the sent profile fields. @throws 422 on the fields */
export async function changeProfile(
  db: Db,
  pictures: Pick<Pictures, 'pictureFrom'>,
  { id, disconnected: signal }: { id: string; disconnected: AbortSignal },
  sent: ProfileChanges,
): Promise<void> {
  const now = await findPersonalDetails(db, id)
  const { city, address, phone, household_count, gender, language, is_public, following_content_alert } = sent
  const country = await countryOf(db, now.country_id, sent)
  const columns: AccountChanges = {
    first_name: firstChanged(now.first_name, sent.first_name, sent.firstname),
    last_name: firstChanged(now.last_name, sent.last_name, sent.lastname),
    city,
    address,
    phone,
    household_count,
    country_id: country,
    gender,
    language,
    is_public,
    following_content_alert,
    ...createAgeChanges(now, sent),
    picture_id: await pictureOf(db, pictures, { id, disconnected: signal, now: now.picture_id }, sent.profile_picture),
  }
  const changes = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  if (!Object.keys(changes).length) return
  await updateAccount(db, id, changes).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'account_country_id_fkey') throw error
    fail(accountsErrors.country_unknown, { field: country === sent.country_id ? 'country_id' : 'country' })
  })
}

/** Sets the missing username. @throws 409 if there is a username already; 422 on `nickname` if it is taken */
export async function chooseNickname(db: Db, siteSettings: Pick<LiveSettings, 'read'>, id: string, nickname: string): Promise<void> {
  await assertNameAllowed(siteSettings, nickname, 'nickname')
  const isSet = await setNickname(db, id, nickname, lookAlikeKey(nickname)).catch(throwTakenError)
  if (!isSet) fail(accountsErrors.nickname_fixed, { field: 'nickname' })
}
