import { isEmail } from '../../rules.ts'
import { needsConsent } from '../AgeFields.tsx'

/** Input shared by all registration forms, so that switching between them loses nothing. */
export interface SignUpForm {
  email: string
  nickname: string
  password: string
  confirmation: string
  birthday: string
  consent: boolean
  terms: boolean
  /** The code or link of an invitation; empty: none. */
  invitation: string
}

export const emptyForm: SignUpForm = {
  email: '',
  nickname: '',
  password: '',
  confirmation: '',
  birthday: '',
  consent: false,
  terms: false,
  invitation: '',
}

/** The input without passwords, which may be written to storage. */
export const withoutPasswords = (form: SignUpForm): SignUpForm => ({ ...form, password: '', confirmation: '' })

export interface SignUpFormProps {
  form: SignUpForm
  fill: (part: Partial<SignUpForm>) => void
}

/** Whether leaving would lose more than an email, so that the browser should ask. */
export const isFilledIn = (form: SignUpForm) =>
  (Object.keys(emptyForm) as (keyof SignUpForm)[]).some(
    (name) => name !== 'email' && name !== 'invitation' && form[name] !== emptyForm[name],
  )

export const hasEmail = ({ email }: SignUpForm) => isEmail(email.trim())
export const passwordsMatch = ({ password, confirmation }: SignUpForm) => password !== '' && password === confirmation

/** Returns the code of an invitation, given the code or the whole link. */
const invitationCodeOf = (text: string) => /[?&]invitation=([^&#\s]+)/.exec(text)?.[1] ?? text.trim()
/** The invitation for the request, if registration needs one. */
export const invitationField = ({ invitation }: SignUpForm) => (invitation.trim() ? { invitation: invitationCodeOf(invitation) } : {})

/** The request body, without empty fields. */
export function toRequestBody(form: SignUpForm) {
  const { email, nickname, password, confirmation, birthday, consent, terms } = form
  return {
    email: email.trim(),
    ...(nickname.trim() && { nickname: nickname.trim() }),
    password,
    password_confirmation: confirmation,
    ...(birthday && { birthday }),
    ...(needsConsent(birthday) && { guardian_consent: consent }),
    terms,
  }
}
