import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { User } from '#kit/server/reader.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { status } from '#features/channels/rules.ts'
import type { ReportedChannelContent } from '../contract.ts'
import { reportsErrors } from '../errors.ts'
import { maxReportedChannelVideos } from '../rules.ts'
import { findReportedChannel, listReportedChannelVideos } from './queries/opened.ts'

/**
 * Reads the private channel of a reported thing. In the same transaction, records who opened it and why, for its owner.
 * @throws 404; 409 if the thing was deleted, or if the channel isn't private
 */
export async function openReportedChannel(
  tx: Db,
  actor: Pick<User, 'id' | 'nickname'>,
  reportId: string,
  reason: string,
): Promise<ReportedChannelContent> {
  const report = (await findReportedChannel(tx, reportId)) ?? fail(commonErrors.not_found)
  if (report.is_gone) fail(reportsErrors.thing_gone)
  const { channel } = report
  if (channel?.status_id !== status.private) fail(reportsErrors.opens_by_address)
  const { id, name, description, user_id: personId } = channel
  await writeAudit(tx, actor, { act: 'report.opened', thing: { type: 'playlist', id, name }, personId, reason })
  const videos = await listReportedChannelVideos(tx, id, maxReportedChannelVideos + 1)
  return { name, description, videos: videos.slice(0, maxReportedChannelVideos), has_more: videos.length > maxReportedChannelVideos }
}
