import { defineErrors } from './errors.ts'

/** Errors of all endpoints. Their messages are in `kit/contract/locales`. */
export const commonErrors = defineErrors('kit', {
  malformed: 400,
  login_required: 401,
  token_invalid: 401,
  forbidden: 403,
  not_in_team: 403,
  /** The caller may only suggest changes, and this call can't be suggested. */
  only_suggests: 403,
  /** The caller sees the site as another viewer, so changes and operators' calls are refused. */
  only_seen: 403,
  /** An operator must start the see-as view before reading with it. */
  see_as_not_started: 403,
  not_found: 404,
  key_reused: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  fields_missing: 427,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 503,
})

/** Errors of form fields that all features share. */
export const fieldErrors = defineErrors('kit', {
  required: 422,
  wrong_type: 422,
  unknown_choice: 422,
  too_short: 422,
  too_long: 422,
  too_few: 422,
  too_many_items: 422,
  too_small: 422,
  too_big: 422,
  wrong_format: 422,
  not_whole: 422,
  cursor_outdated: 422,
  not_storable: 422,
})
