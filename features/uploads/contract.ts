import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineErrors, encodeProblem } from '#kit/contract/errors.ts'
import { byId, Empty, Id, name, Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { restrictionErrors } from '#features/channels/contract/errors.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { captionsMaxBytes, uploadFailures, uploadStates } from './rules.ts'

export const uploadsErrors = defineErrors('uploads', {
  not_permitted: 403,
  too_large: 422,
  no_quota: 422,
  too_many_uploads: 422,
  size_unknown: 422,
  not_video: 422,
  not_failed: 409,
  file_played: 409,
  captions_too_large: 422,
  captions_unreadable: 422,
  captions_missing: 422,
  captions_limit: 422,
  captions_not_playable: 422,
})

/**
 * Metadata of a resumable upload. The upload itself is tus 1.0 (creation, termination, expiration) at `/api/uploads`: `POST` with
 * `Upload-Length` and `Upload-Metadata` returns 201 with `Location: /api/uploads/{id}`. That address accepts `HEAD`, `PATCH` and `DELETE`.
 * Errors have the usual format.
 */
export const UploadMetadata = z.object({
  filename: name(255, 1),
  /** Media type according to the browser. It isn't trusted: the server detects the type by the content. */
  filetype: z.optional(name(255)),
  /** Id of the target series. */
  series_id: Id,
  /** Index in the series, from 0; default: the end. */
  index: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number))),
  /** Default: the file name without extension. */
  title: z.optional(name(255)),
})

export const Upload = z.object({
  id: Id,
  /** Title of the video. */
  title: z.string(),
  filename: z.string(),
  /** Size of the file in bytes. */
  size: z.int(),
  /** Number of received bytes. */
  received: z.int(),
  state: z.enum(uploadStates),
  /** Progress of processing, 0 to 100; null in other states. */
  percent: z.nullable(z.int()),
  /** Why the upload failed; null in other states. */
  reason: z.nullable(z.enum(uploadFailures)),
  /** Percentage of the video that is missing, because the file ends early; null if it is complete, or not processed. */
  missing_percent: z.nullable(z.int()),
  series_id: z.nullable(Id),
  /** Id of the channel that the series is in now. */
  playlist_id: z.nullable(Id),
  /** Requested index in the series; null for the end. */
  index: z.nullable(z.int()),
  /** Id of the resulting video; null before the video exists, and after it is deleted. */
  video_id: z.nullable(Id),
  /** When the received part expires; null unless `uploading`. */
  expires_at: z.nullable(Time),
  created_at: Time,
})
export type Upload = z.output<typeof Upload>

/** An upload of removed videos that teams can still restore. */
const KeptUpload = z.object({
  id: Id,
  title: z.string(),
  /** Size of the upload's files in bytes. */
  bytes: z.int(),
  /** Until when the removal can be undone. */
  until: Time,
})
export type KeptUpload = z.output<typeof KeptUpload>

const UploadQuota = z.object({
  /** Whether the caller may upload. */
  may_upload: z.boolean(),
  /** Bytes of the caller's uploads, stored and in progress. */
  used: z.int(),
  /** The caller's quota in bytes. */
  quota: z.int(),
  /** Maximum bytes per file. */
  max_file: z.int(),
})

/** A BCP 47 language tag: `nl`, `pt-BR`. */
const LanguageTag = z.string().check(z.maxLength(35), z.regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/))

const Caption = z.object({
  language: z.string(),
  /** URL of a WebVTT file on this host. */
  src: z.string(),
})

/** Captions and previews of a video, for our player. */
const VideoTracks = z.object({
  /** Captions, sorted by language. */
  data: z.array(Caption),
  /** URL of a WebVTT file of timeline previews, whose cues are parts of one picture (`sprite.jpg#xywh=…`); null if there are none. */
  thumbnails: z.nullable(z.string()),
})
export type VideoTracks = z.output<typeof VideoTracks>

/** Id of the video's channel. For a private link, the channel's current id. */
const channelOfLink = z.object({ playlist: z.optional(Id) })

const CaptionsForm = z.object({
  language: LanguageTag,
  /** WebVTT or SubRip, as a file or text. */
  text: z.optional(z.string().check(z.maxLength(captionsMaxBytes, encodeProblem(uploadsErrors.captions_too_large)))),
  file: z.optional(z.file().check(z.maxSize(captionsMaxBytes, encodeProblem(uploadsErrors.captions_too_large)))),
})

export const uploadsContract = defineContract({
  listUploads: {
    method: 'GET',
    path: '/api/uploads',
    access: 'user',
    actsFor: 'user',
    summary: 'List your uploads, newest first',
    description: 'Lists uploads in progress, and uploads that ended within the last week.',
    output: z.object({ data: z.array(Upload) }),
    reads: ['uploads'],
  },
  getUploadRoom: {
    method: 'GET',
    path: '/api/uploads/room',
    access: 'user',
    actsFor: 'user',
    summary: 'Get your upload quota and usage',
    output: UploadQuota,
    reads: ['uploads'],
  },
  removeUpload: {
    method: 'DELETE',
    path: '/api/uploads/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Cancel or dismiss an upload',
    description:
      'Cancels an upload in progress and deletes its received parts, or removes an ended upload from the list. Keeps the uploaded video.',
    params: byId,
    example: { params: { id: examples.upload } },
    output: Empty,
    changes: ['uploads'],
  },
  listKeptUploads: {
    method: 'GET',
    path: '/api/kept-uploads',
    access: 'user',
    actsFor: 'user',
    summary: 'List files of your restorable videos',
    description: 'Lists files that no video plays, kept while teams can undo the deletion. Returns at most the 100 largest, largest first.',
    output: z.object({ data: z.array(KeptUpload) }),
    reads: ['uploads'],
  },
  deleteKeptUpload: {
    method: 'DELETE',
    path: '/api/kept-uploads/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Delete the file of a restorable video',
    description: 'The video can’t be restored afterwards.',
    params: byId,
    example: { params: { id: examples.keptUpload } },
    output: Empty,
    refusals: [uploadsErrors.file_played],
    changes: ['uploads'],
  },
  retryUpload: {
    method: 'POST',
    path: '/api/uploads/:id/retry',
    access: 'user',
    actsFor: 'user',
    summary: 'Retry a failed upload',
    description: 'Possible only if the file is complete and the failure was temporary.',
    params: byId,
    example: { params: { id: examples.upload } },
    output: Upload,
    refusals: [uploadsErrors.not_failed],
    changes: ['uploads'],
  },
  listCaptions: {
    method: 'GET',
    path: '/api/videos/:id/captions',
    access: 'anyone',
    actsFor: 'user',
    summary: 'List captions and timeline previews',
    description: 'Only for callers who can see the video.',
    params: byId,
    query: channelOfLink,
    example: { params: { id: examples.video }, query: { playlist: examples.playlist } },
    output: VideoTracks,
    refusals: restrictionErrors,
    reads: ['captions:{id}'],
  },
  addCaptions: {
    method: 'POST',
    path: '/api/videos/:id/captions',
    access: 'user',
    actsFor: 'user',
    summary: 'Add captions to a video',
    description: 'Accepts WebVTT or SubRip, for videos that play in this site’s own player. Replaces captions in the same language.',
    form: true,
    maxBytes: 2 * captionsMaxBytes,
    params: byId,
    body: CaptionsForm,
    example: { params: { id: examples.video }, body: { language: 'nl', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHallo' } },
    output: VideoTracks,
    refusals: [
      uploadsErrors.captions_too_large,
      uploadsErrors.captions_unreadable,
      uploadsErrors.captions_missing,
      uploadsErrors.captions_limit,
      uploadsErrors.captions_not_playable,
    ],
    changes: ['captions:{id}'],
  },
  removeCaptions: {
    method: 'DELETE',
    path: '/api/videos/:id/captions',
    access: 'user',
    actsFor: 'user',
    summary: 'Remove captions in a language',
    params: byId,
    body: z.object({ language: LanguageTag }),
    example: { params: { id: examples.video }, body: { language: 'nl' } },
    output: VideoTracks,
    changes: ['captions:{id}'],
  },
  listPosters: {
    method: 'GET',
    path: '/api/videos/:id/posters',
    access: 'user',
    actsFor: 'user',
    summary: 'List frames of an uploaded video',
    description: 'Each frame can be set as the picture of the video.',
    params: byId,
    example: { params: { id: examples.video } },
    output: z.object({ data: z.array(z.string()) }),
    refusals: [commonErrors.forbidden],
    reads: ['video:{id}'],
  },
})
