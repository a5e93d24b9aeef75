/** Input fields that several endpoints share. */
import * as z from 'zod/mini'
import { encodeProblem } from '#kit/contract/errors.ts'
import { Flag, Id, name, text, integer } from '#kit/contract/fields.ts'
import { linkMaxLength, mediaErrors, pictureMaxBytes } from '#features/media/contract.ts'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import { channelsErrors } from './errors.ts'
import { isLink, tidyTags } from '../input-rules.ts'
import { limits } from '../limits.ts'
import { type StatusId } from '../rules.ts'

/** Accepts an empty string or null to clear a field. Forms send the former, JSON clients the latter. */
export const Clearable = <T extends z.ZodMiniType>(schema: T) =>
  z.union([
    schema,
    z.pipe(
      z.null(),
      z.transform(() => '' as const),
    ),
  ])

/** An http(s) address. Private hosts are refused later, when the server fetches the page. */
const Link = z.string().check(z.trim(), z.maxLength(linkMaxLength), z.refine(isLink, encodeProblem(channelsErrors.link_invalid)))
/** An empty string removes the link. */
const OptionalLink = z.string().check(
  z.trim(),
  z.maxLength(linkMaxLength),
  z.refine((address) => address === '' || isLink(address), encodeProblem(channelsErrors.link_invalid)),
)
/** A file, the address of a stored picture, or an address to fetch from. An empty string clears it. */
export const Picture = z.union([z.file(), z.string()]).check(
  z.refine((picture) => typeof picture === 'string' || picture.size <= pictureMaxBytes, encodeProblem(mediaErrors.picture_too_large)),
  z.refine(
    (picture) => typeof picture !== 'string' || picture === '' || parsePictureAddress(picture) !== null || isLink(picture),
    encodeProblem(channelsErrors.link_invalid),
  ),
)
export const ChosenStatus = z.pipe(
  integer(1, 3),
  z.transform((id) => id as StatusId),
)
/** A position in a section, series or channel, from 0. Positions beyond the end mean last. */
export const PositionInList = integer(0, 1_000_000)
/** Identifies a move, so that a client can repeat the request. */
const OpId = z.string().check(z.regex(/^[\w-]{1,64}$/))
/**
 * A move as an intent. Neighbours take precedence over the index. With an `op_id`, the move is made once, even if it is sent several times.
 */
export const intentFields = {
  op_id: z.optional(OpId),
  /** Moves the items directly before the item with this id. */
  before: z.optional(Id),
  /** Moves the items directly after the item with this id. Takes precedence over `before`. */
  after: z.optional(Id),
}
/** Positions in ascending order. */
export const PositionList = (maxCount: number) =>
  z.array(PositionInList).check(
    z.maxLength(maxCount),
    z.refine(
      (places) => places.every((place, index) => index === 0 || places[index - 1]! < place),
      encodeProblem(channelsErrors.one_place_each),
    ),
  )
/** Seconds from the start of a video. An empty string clears it. */
const Seconds = Clearable(z.union([integer(0, limits.seconds), z.literal('')]))
const Tags = z.pipe(
  z.union([
    z.array(name(limits.tag)),
    z.pipe(
      z.literal(''),
      z.transform((): string[] => []),
    ),
  ]),
  z.pipe(
    z.transform((tags: string[]) => tidyTags(tags)),
    z.array(z.string()).check(z.maxLength(limits.tags)),
  ),
)
export const IdList = (maxCount: number, minCount = 1) =>
  z.array(Id).check(
    z.minLength(minCount),
    z.maxLength(maxCount),
    z.refine((ids) => new Set(ids).size === ids.length, encodeProblem(channelsErrors.named_twice)),
  )

export const videoTexts = {
  title: z.optional(name(limits.title)),
  description: z.optional(text(limits.text)),
  image: z.optional(Clearable(Picture)),
  adult: z.optional(Flag),
  start_at: z.optional(Seconds),
  end_at: z.optional(Seconds),
  go_to: z.optional(Clearable(OptionalLink)),
  go_to_title: z.optional(Clearable(name(limits.title))),
  more_title: z.optional(Clearable(name(limits.title))),
  more_info_title: z.optional(Clearable(name(limits.title))),
  more_description: z.optional(Clearable(text(limits.text))),
  more_photo: z.optional(Clearable(Picture)),
}
export type VideoTexts = z.output<z.ZodMiniObject<typeof videoTexts>>
/**
 * A video to add. The page at `src` supplies missing fields. `order` is the position in the series; of several videos,
 * the position of the first.
 */
export const NewVideo = z.object({ src: Link, order: z.optional(PositionInList), ...videoTexts })
export type NewVideo = z.output<typeof NewVideo>
/** Like {@link NewVideo}, but `src` may also be a video file. The file is uploaded and becomes a video when processing ends. */
const NewItem = z.extend(NewVideo, { src: z.union([z.file(), Link]) })
export const NewItems = z.array(NewItem).check(z.minLength(1), z.maxLength(limits.added))
export const LinkList = z.array(Link).check(z.minLength(1), z.maxLength(limits.added))

export const playlistTexts = {
  description: z.optional(text(limits.text)),
  icon: z.optional(Clearable(Picture)),
  tags: z.optional(Tags),
  adult: z.optional(Flag),
  order: z.optional(PositionInList),
  is_left: z.optional(Flag),
}
/** Well above the limit of a picture, so that the error about an oversized picture names its field. */
export const pictureFormMaxBytes = 8 * 1024 * 1024
/** Enough for the pictures and texts of all videos that one call adds. */
export const videosFormMaxBytes = 32 * 1024 * 1024
