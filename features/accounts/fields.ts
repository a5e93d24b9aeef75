import * as z from 'zod/mini'
import { encodeProblem } from '#kit/contract/errors.ts'
import { Flag, name, text, integer } from '#kit/contract/fields.ts'
import { normalize } from '#kit/contract/names.ts'
import { languages } from '#kit/contract/texts.ts'
import { accountsErrors } from './errors.ts'
import {
  accountAge,
  codeLength,
  emailMaxLength,
  hasNicknameCharacters,
  isBirthday,
  isEmail,
  isRepeatedCharacter,
  isReserved,
  nicknameMaxLength,
  nicknameMinLength,
  passwordMaxLength,
  passwordMinLength,
  repeatsIdentity,
} from './rules.ts'

const messageOf = (problem: (typeof accountsErrors)[keyof typeof accountsErrors]) => encodeProblem(problem)

export const Email = z.string().check(z.trim(), z.maxLength(emailMaxLength), z.refine(isEmail, messageOf(accountsErrors.email_invalid)))
export const Nickname = z.string().check(
  z.trim(),
  z.overwrite((nickname) => normalize(nickname, 'NFC')),
  z.minLength(nicknameMinLength),
  z.maxLength(nicknameMaxLength),
  z.refine(hasNicknameCharacters, messageOf(accountsErrors.nickname_characters)),
  z.refine((nickname) => !isReserved(nickname), messageOf(accountsErrors.nickname_reserved)),
)
export const NewPassword = z.string().check(
  z.minLength(passwordMinLength),
  z.maxLength(passwordMaxLength),
  z.refine((password) => !isRepeatedCharacter(password), messageOf(accountsErrors.password_one_sign)),
)
/** The token of an emailed sign-up link (256 random bits in base64url), or the code of an emailed invitation to a team. */
export const SignUpToken = z.string().check(z.regex(/^(?:[\w-]{43}|[0-9A-Za-z]{11})$/, messageOf(accountsErrors.sign_up_lapsed)))
export const Code = z.string().check(z.regex(new RegExp(`^\\d{${codeLength}}$`)))
/** Base64 of `{ challenge, solution: { counter, derivedKey } }`. */
export const Captcha = z.string().check(z.minLength(1), z.maxLength(4000))
/** `YYYY-MM-DD` */
export const Birthday = z.string().check(z.refine(isBirthday, messageOf(accountsErrors.birthday_invalid)))

interface Credentials {
  password: string
  password_confirmation?: string | undefined
  email?: string | undefined
  nickname?: string | undefined
  birthday?: string | undefined
  guardian_consent?: boolean | undefined
}
/** Checks a form with a new password across fields: confirmation, identity, age. */
export const withCredentialChecks = <T extends z.ZodMiniType<Credentials>>(form: T) =>
  form.check(
    z.refine(({ password, password_confirmation: confirmation }) => confirmation === undefined || confirmation === password, {
      path: ['password'],
      error: messageOf(accountsErrors.passwords_differ),
    }),
    z.refine(({ password, email, nickname }) => !repeatsIdentity(password, email, nickname), {
      path: ['password'],
      error: messageOf(accountsErrors.password_is_identity),
    }),
    z.refine(({ birthday }) => !birthday || accountAge(birthday) !== 'too_young', {
      path: ['birthday'],
      error: messageOf(accountsErrors.too_young),
    }),
    z.refine(({ birthday, guardian_consent: consent }) => !birthday || consent || accountAge(birthday) !== 'guardian', {
      path: ['guardian_consent'],
      error: messageOf(accountsErrors.guardian_required),
    }),
  )

/** An empty field means null, because forms can't send null. */
const emptyAsNull = z.pipe(
  z.literal(''),
  z.transform(() => null),
)
const textOrNothing = (max: number) =>
  z.optional(
    z.nullable(
      z.pipe(
        name(max),
        z.transform((value) => value || null),
      ),
    ),
  )
const numberOrNothing = (min: number, max: number) => z.optional(z.nullable(z.union([integer(min, max), emptyAsNull])))

export const ProfileChanges = z.object({
  firstname: textOrNothing(100),
  lastname: textOrNothing(100),
  /** `first_name` and `last_name` are aliases of `firstname` and `lastname`. If both are sent, the changed value wins. */
  first_name: textOrNothing(100),
  last_name: textOrNothing(100),
  city: textOrNothing(100),
  address: textOrNothing(200),
  phone: z.optional(
    z.nullable(
      z.pipe(
        z.string().check(z.trim(), z.regex(/^(?:(?=(?:\D*\d){3})\+?[\d ()./-]{3,30})?$/, messageOf(accountsErrors.phone_invalid))),
        z.transform((value) => value || null),
      ),
    ),
  ),
  household_count: numberOrNothing(1, 50),
  country_id: numberOrNothing(1, 999),
  /** Alias of `country_id`: an id, or a country's name in either language. */
  country: z.optional(z.nullable(z.union([integer(1, 999), text(100)]))),
  birthday: z.optional(z.nullable(z.union([Birthday, emptyAsNull]))),
  /** For birthdays of which only the year is known. */
  year_of_birth: numberOrNothing(1900, 9999),
  gender: z.optional(
    z.nullable(
      z.pipe(
        z.enum(['male', 'female', '']),
        z.transform((value) => value || null),
      ),
    ),
  ),
  guardian_consent: z.optional(Flag),
  /** A jpg, jpeg or png file. Null or '' removes the picture; the URL of the current picture keeps it. */
  profile_picture: z.optional(z.nullable(z.union([z.custom<Blob>((value) => value instanceof Blob), text(2000)]))),
  language: z.optional(z.enum(languages)),
  is_public: z.optional(Flag),
  following_content_alert: z.optional(Flag),
})
export type ProfileChanges = z.output<typeof ProfileChanges>
