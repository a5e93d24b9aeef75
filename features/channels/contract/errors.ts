import { defineErrors } from '#kit/contract/errors.ts'
import { visibleRestrictions } from '../rules.ts'

export const channelsErrors = defineErrors('channels', {
  adult_only: 403,
  geo_blocked: 451,
  tier_required: 403,
  special_channel: 403,
  use_direct_share: 403,
  playlist_limit: 422,
  group_limit: 422,
  shortcut_limit: 422,
  series_limit: 422,
  video_limit: 422,
  link_invalid: 422,
  slug_invalid: 422,
  slug_reserved: 422,
  slug_taken: 422,
  slug_needs_public: 422,
  new_link_needs_private_link: 422,
  header_taken: 422,
  not_one_section: 422,
  not_one_owner: 422,
  groups_not_together: 422,
  not_in_group: 422,
  section_by_status: 422,
  one_place: 422,
  named_twice: 422,
  other_series: 422,
  not_in_series: 422,
  series_unknown: 422,
  videos_unknown: 422,
  one_destination: 422,
  one_place_each: 422,
  copy_limit: 422,
  range_invalid: 422,
  related_limit: 422,
  related_channel_limit: 422,
  related_itself: 422,
  not_related: 422,
})

/** The errors for restrictions. */
export const restrictionErrors = visibleRestrictions.map((code) => channelsErrors[code])
