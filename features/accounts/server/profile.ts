import { brokenConstraint, type Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { PictureRules, Pictures } from '#features/media/server/pictures.ts'
import { accountsErrors } from '../errors.ts'
import type { ProfileChanges } from '../fields.ts'
import { accountAge, nicknameKey, profilePictureMaxBytes } from '../rules.ts'
import { refuseTaken } from './accounts.ts'
import { type AccountChanges, findAge, setNickname, updateAccount } from './queries/accounts.ts'

const pictureRules: PictureRules = {
  maxBytes: profilePictureMaxBytes,
  formats: ['jpg', 'png', 'apng'],
  tooLarge: accountsErrors.picture_too_large,
  unreadable: accountsErrors.picture_format,
}

/** What a birthday and a guardian's consent make of an account together, whichever of them is sent. */
async function changesOfAge(db: Db, id: string, { birthday: sent, guardian_consent: consent }: ProfileChanges): Promise<AccountChanges> {
  if (sent === undefined && consent === undefined) return {}
  const before = await findAge(db, id)
  const birthday = sent === undefined ? before.birthday : sent
  const age = birthday === null ? 'adult' : accountAge(birthday)
  if (age === 'too_young') fail(accountsErrors.too_young, { field: 'birthday' })
  if (age === 'guardian' && !(consent ?? before.guardian_consent)) fail(accountsErrors.guardian_required, { field: 'guardian_consent' })
  return {
    birthday,
    ...(consent !== undefined && consent !== before.guardian_consent && { guardian_consent_at: consent ? new Date() : null }),
    // Without an adult's birthday there is no adult content.
    ...((birthday === null || age === 'guardian') && { adult_content: false }),
  }
}

const pictureOf = async (db: Db, pictures: Pick<Pictures, 'pictureFrom'>, picture: Blob | null) =>
  picture === null ? null : pictures.pictureFrom(db, picture, { field: 'profile_picture', rules: pictureRules })

/** Changes what was sent of a profile, and nothing else. @throws 422 on the fields */
export async function changeProfile(db: Db, pictures: Pick<Pictures, 'pictureFrom'>, id: string, sent: ProfileChanges): Promise<void> {
  const { firstname, lastname, first_name = firstname, last_name = lastname, profile_picture: picture } = sent
  const { city, address, phone, household_count, country_id, gender, language, is_public, following_content_alert } = sent
  const changes: AccountChanges = {
    ...Object.fromEntries(
      Object.entries({
        first_name,
        last_name,
        city,
        address,
        phone,
        household_count,
        country_id,
        gender,
        language,
        is_public,
        following_content_alert,
      }).filter(([, value]) => value !== undefined),
    ),
    ...(await changesOfAge(db, id, sent)),
    ...(picture !== undefined && { picture_id: await pictureOf(db, pictures, picture) }),
  }
  if (!Object.keys(changes).length) return
  await updateAccount(db, id, changes).catch((error: unknown) => {
    if (brokenConstraint(error) === 'account_country_id_fkey') fail(accountsErrors.country_unknown, { field: 'country_id' })
    throw error
  })
}

/** Sets the nickname that is missing. @throws 409 when there is another one already; 422 on `nickname` when it is taken */
export async function chooseNickname(db: Db, id: string, nickname: string): Promise<void> {
  const isSet = await setNickname(db, id, nickname, nicknameKey(nickname)).catch(refuseTaken)
  if (!isSet) fail(accountsErrors.nickname_fixed, { field: 'nickname' })
}
