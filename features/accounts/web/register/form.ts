import { isEmail } from '../../rules.ts'
import { needsConsent } from '../AgeFields.tsx'

/** What is typed in any of the forms that make an account: going from one to another loses nothing. */
export interface SignUpForm {
  email: string
  nickname: string
  password: string
  again: string
  birthday: string
  consent: boolean
  terms: boolean
}

export const emptyForm: SignUpForm = { email: '', nickname: '', password: '', again: '', birthday: '', consent: false, terms: false }

/** What of it may be written down. */
export const withoutPasswords = (form: SignUpForm): SignUpForm => ({ ...form, password: '', again: '' })

export interface Filling {
  form: SignUpForm
  fill: (part: Partial<SignUpForm>) => void
}

/** Is there anything to lose? An address alone is typed again in no time. */
export const isFilledIn = (form: SignUpForm) =>
  (Object.keys(emptyForm) as (keyof SignUpForm)[]).some((name) => name !== 'email' && form[name] !== emptyForm[name])

export const hasEmail = ({ email }: SignUpForm) => isEmail(email.trim())
export const passwordsMatch = ({ password, again }: SignUpForm) => password !== '' && password === again

/** What is sent: fields that were left empty stay at home. */
export function bodyOf(form: SignUpForm) {
  const { email, nickname, password, again, birthday, consent, terms } = form
  return {
    email: email.trim(),
    ...(nickname.trim() && { nickname: nickname.trim() }),
    password,
    password_confirmation: again,
    ...(birthday && { birthday }),
    ...(needsConsent(birthday) && { guardian_consent: consent }),
    terms,
  }
}
