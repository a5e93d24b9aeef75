import { newId } from '#kit/server/ids.ts'
import { activityContract, activityExamples } from '#features/activity/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { commentsContract } from '#features/comments/contract.ts'
import { commentsExamples } from '#features/comments/rules.ts'
import { dataRightsContract } from '#features/data-rights/contract.ts'
import { dataRightsExamples } from '#features/data-rights/contract.ts'
import { reportsContract, reportsExamples } from '#features/reports/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import { guideContract, guideExamples } from '#features/guide/contract.ts'
import { tvSourcesExamples } from '#features/tv-sources/examples.ts'
import { watchingContract, watchingExamples } from '#features/watching/contract.ts'
import { jobExamples } from '#features/operations/contract/jobs.ts'
import { operatorExamples } from '#features/operator/rules.ts'
import { siteExamples } from '#features/site/rules.ts'
import { packagesExamples } from '#features/packages/rules.ts'
import { searchContract } from '#features/search/contract.ts'
import { searchExamples } from '#features/search/history.ts'
import { shortcutsExamples } from '#features/shortcuts/contract.ts'
import { subscriptionsExamples } from '#features/subscriptions/rules.ts'
import { teamsExamples } from '#features/teams/rules.ts'
import { walletExamples } from '#features/wallet/contract.ts'
import { postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { insertPayment } from '#features/wallet/server/queries/payments.ts'
import { endSandboxPayment, insertSandboxPayment } from '#features/wallet/server/queries/sandbox.ts'
import { makeChannel, makeFilledChannel, makeGroup } from './channels.ts'
import { type Person, createUser } from './people.ts'
import { reportThenMakePrivate } from './reported.ts'
import type { startTestServer } from './serve.ts'
import { createSiteThings } from './named-site-things.ts'
import { insertFailedUpload, insertKeptUpload } from './named-uploads.ts'
import { formTeam, teamCalls } from './teams.ts'
import { makeTvChannel } from './television.ts'

const subjects = {
  ...walletExamples,
  ...teamsExamples,
  ...commentsExamples,
  ...packagesExamples,
  ...subscriptionsExamples,
  ...shortcutsExamples,
  ...searchExamples,
  ...examples,
  ...watchingExamples,
  ...reportsExamples,
  ...dataRightsExamples,
  ...tvSourcesExamples,
  ...guideExamples,
  ...operatorExamples,
  ...jobExamples,
  ...siteExamples,
  ...activityExamples,
}
type Name = keyof typeof subjects

/** Creates a value on first use. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => (value ??= make())
}

/**
 * Creates a user, and functions that make all things in examples of calls, such as a channel with contents. Each thing is made when an
 * example needs it.
 * @param link replaces the link in examples
 * @param makeTeam makes a team for which the user then acts: it owns the channels, groups and shortcuts
 */
export async function createNamedThings(
  server: Awaited<ReturnType<typeof startTestServer>>,
  link: string,
  makeTeam?: (caller: Person) => Promise<string>,
) {
  const { db, config } = server
  // The user is also an operator, for calls of operators.
  const caller = await createUser(server, { is_operator: true, is_broadcaster: true })
  const teamId = await makeTeam?.(caller)
  const client = server.clientFor({ token: caller.token, ...(teamId !== undefined && { teamId }) })

  const channel = lazily(async () => {
    const { playlistId: playlist, seriesId: series, videoIds } = await makeFilledChannel(db, client, ['A', 'B'])
    const slug = `slug-${playlist.toLowerCase()}`
    await client(channelsContract.updatePlaylist, { params: { id: playlist }, body: { slug } })
    const [video, otherVideo] = videoIds as [string, string]
    await db.insertInto('related_video').values({ video_id: video, related_video_id: otherVideo, position: 0 }).execute()
    return { playlist, series, video, otherVideo, slug }
  })
  const group = lazily(async () => {
    const { id: grouped } = await makeChannel(client)
    const { id } = await makeGroup(client, [grouped])
    return { group: id, grouped }
  })
  const followed = lazily(async () => {
    const { id } = await makeChannel((await createUser(server)).client, { name: 'Followed', status_id: 3 })
    await client(socialContract.follow, { body: { following_type: 'playlist', following_id: id } })
    return id
  })
  const view = lazily(async () => {
    const { video } = await channel()
    const { viewActionId } = await client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: video } })
    const { viewProcessId } = await client(watchingContract.startView, { body: { viewActionId } })
    return { viewAction: viewActionId, viewProcess: viewProcessId }
  })
  const report = lazily(async () => {
    const reportable_id = await followed()
    const body = { url: config.publicUrl, report_type_id: 9, reportable_type: 'playlist', reportable_id } as const
    return (await client(reportsContract.report, { body })).id
  })
  const removed = lazily(async () => {
    const { videoIds } = await makeFilledChannel(db, client, ['Removed'], { name: 'Removed' })
    const reportable_id = videoIds[0]!
    const body = { url: config.publicUrl, report_type_id: 4, reportable_type: 'video', reportable_id } as const
    const { id } = await (await createUser(server)).client(reportsContract.report, { body })
    await client(reportsContract.updateReport, { params: { id }, body: { state: 'removed' } })
    return reportable_id
  })
  const preview = lazily(async () => (await client(dataRightsContract.readImport, { body: { text: 'https://films.test/1' } })).id)
  const television = lazily(async () => {
    const { id, programmes } = await makeTvChannel(db, { catchup_mode: 'shift' }, [
      ['The evening news', 60, 30],
      ['The evening news', -60, 30],
    ])
    await db.updateTable('tv_channel').set({ owner_id: caller.id }).where('id', '=', id).execute()
    const row = await db.insertInto('promotion').values({ tv_channel_id: id, position: 1 }).returning('id').executeTakeFirstOrThrow()
    return { tvChannel: id, programme: programmes[0]!, promotion: row.id }
  })
  const calendar = lazily(async () => {
    const { url } = await client(guideContract.makeReminderCalendar, {})
    return new URL(url!).searchParams.get('token')!
  })
  const source = lazily(async () => {
    const id = newId()
    await db
      .insertInto('tv_source')
      .values({ id, kind: 'm3u', name: id, url: `https://lists.example.com/${id}` })
      .execute()
    const row = await db.insertInto('tv_import').values({ source_id: id }).returning('id').executeTakeFirstOrThrow()
    return { tvSource: id, tvImport: row.id }
  })

  const paid = lazily(async () => {
    const amount = 2000
    const payment = await insertPayment(db, { user_id: caller.id, provider: 'sandbox', amount, language: 'en' })
    await insertSandboxPayment(db, payment)
    await endSandboxPayment(db, payment, 'paid')
    await db.updateTable('payment').set({ provider_id: payment, status: 'paid' }).where('id', '=', payment).execute()
    const cause = { type: 'payment', id: payment } as const
    const transaction = await db
      .transaction()
      .execute((tx) => postToLedger(tx, { cause, userId: caller.id, amount, site: { provider: -amount }, paymentId: payment }))
    return { payment, transaction: transaction! }
  })

  const makeTier = async () => {
    const values = { name: 'Films', package_name: 'Films', price: 0, is_free: true, position: 1 }
    return (await db.insertInto('tier').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  const tier = lazily(async () => {
    const id = await makeTier()
    const times = { active_from: new Date(), active_to: new Date(Date.now() + 3_600_000) }
    await db
      .insertInto('subscription')
      .values({ user_id: caller.id, tier_id: id, price: 0, ...times })
      .execute()
    return id
  })
  const coupon = lazily(async () => {
    const code = `CODE${newId().toUpperCase()}`
    const { id } = await db.insertInto('coupon').values({ code, percent: 50 }).returning('id').executeTakeFirstOrThrow()
    return { id, code }
  })
  const purchase = lazily(async () => {
    await paid()
    const cause = { type: 'subscription', id: `${newId()}:2027-01-31` } as const
    const details = { tier_name: 'Films', vat_percent: 21 }
    const id = await db
      .transaction()
      .execute((tx) => postToLedger(tx, { cause, userId: caller.id, amount: -499, site: { revenue: 412, vat: 87 }, details }))
    return id!
  })
  const followedSearch = lazily(async () => {
    const { id } = await client(searchContract.saveSearch, { body: { search: 'night trains' } })
    await client(searchContract.followSearch, { params: { id } })
    return id
  })
  /** The caller is an admin of the team, and joined it by an invitation. */
  const team = lazily(async () => {
    const [admin, member] = [await createUser(server), await createUser(server)]
    const id = await formTeam(admin, caller, member)
    await teamCalls(admin.client).toggle(id, caller.id, true)
    const { id: teamChannel } = await makeChannel(client)
    await teamCalls(client).update(id, { playlists: [teamChannel] })
    return { id, member: member.id, admin: admin.id, teamChannel }
  })
  const act = lazily(async () => {
    const { id, teamChannel } = await team()
    await client(channelsContract.updatePlaylist, { params: { id: teamChannel }, body: { name: 'Renamed' } })
    return (await client(activityContract.listActivity, { params: { id } })).data[0]!.id
  })
  const makeSuggestion = async (userOf: (data: Awaited<ReturnType<typeof team>>) => string) => {
    const data = await team()
    const { key } = await db.selectFrom('playlist').select('key').where('id', '=', data.teamChannel).executeTakeFirstOrThrow()
    const change = { kind: 'renamed', type: 'playlist', ids: [data.teamChannel], before: 'A channel', name: newId() }
    const thing = { thing_type: 'playlist', thing_ids: [data.teamChannel], thing_name: 'A channel', count: 1 }
    const values = { team_id: data.id, user_id: userOf(data), playlist_key: key, kind: 'renamed', ...thing, act_seq: 0, digest: newId() }
    const row = await db
      .insertInto('team_suggestion')
      .values({ ...values, change: JSON.stringify(change) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  const commented = lazily(async () => {
    const { playlistId: commentedChannel, videoIds } = await makeFilledChannel(db, client, ['Commented'])
    if (teamId === undefined) await teamCalls(client).update((await team()).id, { playlists: [commentedChannel] })
    const commentedVideo = videoIds[0]!
    const body = { item_type: 'video', item_id: commentedVideo, text: 'A comment' } as const
    const { id: comment } = await client(commentsContract.addComment, { body })
    return { commentedChannel, commentedVideo, comment }
  })
  let lastPosition = 1
  const creators: Record<Name, () => Promise<string>> = {
    team: async () => (await team()).id,
    member: async () => (await team()).member,
    admin: async () => (await team()).admin,
    act,
    suggestion: () => makeSuggestion(({ member }) => member),
    ownSuggestion: () => makeSuggestion(() => caller.id),
    teamChannel: async () => (await team()).teamChannel,
    commentedChannel: async () => (await commented()).commentedChannel,
    commentedVideo: async () => (await commented()).commentedVideo,
    comment: async () => (await commented()).comment,
    playlist: async () => (await channel()).playlist,
    series: async () => (await channel()).series,
    video: async () => (await channel()).video,
    otherVideo: async () => (await channel()).otherVideo,
    slug: async () => (await channel()).slug,
    group: async () => (await group()).group,
    grouped: async () => (await group()).grouped,
    followed,
    upload: () => insertFailedUpload(db, caller.id),
    keptUpload: async () => insertKeptUpload(db, caller.id, await act()),
    link: () => Promise.resolve(link),
    viewAction: async () => (await view()).viewAction,
    viewProcess: async () => (await view()).viewProcess,
    report,
    private: async () => (await reportThenMakePrivate(server)).id,
    removed,
    tier,
    shortcut: async () => {
      const values = { id: newId(), user_id: caller.id, team_id: teamId ?? null, tier_id: await makeTier(), position: lastPosition++ }
      return (await db.insertInto('shortcut').values(values).returning('id').executeTakeFirstOrThrow()).id
    },
    followedSearch,
    // A new package for each call.
    otherTier: makeTier,
    newCode: () => Promise.resolve(`CODE${newId().toUpperCase()}`),
    code: async () => (await coupon()).code,
    coupon: async () => (await coupon()).id,
    purchase,
    payment: async () => (await paid()).payment,
    transaction: async () => (await paid()).transaction,
    user: () => Promise.resolve(caller.id),
    import: preview,
    tvChannel: async () => (await television()).tvChannel,
    programme: async () => (await television()).programme,
    promotion: async () => (await television()).promotion,
    title: async () => (await television(), subjects.title),
    calendarToken: calendar,
    // Makes a failed job of a kind that no process runs. Each call needs a new job, because a call may change or delete it.
    job: async () => {
      const values = { name: 'no-kind', payload: '{}', max_attempts: 1, state: 'dead', finished_at: new Date() }
      return (await db.insertInto('job').values(values).returning('id').executeTakeFirstOrThrow()).id
    },
    person: async () => (await createUser(server)).id,
    appeal: async () => {
      const user_id = (await createUser(server)).id
      const row = { account_id: user_id, secret_hash: Buffer.from(newId()), expires_at: new Date(), text: 'A mistake', made_at: new Date() }
      return (await db.insertInto('appeal').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    ...createSiteThings({ db, caller, client, link }),
    tvSource: async () => (await source()).tvSource,
    tvImport: async () => (await source()).tvImport,
  }
  return {
    caller,
    /** Replaces ids in an example with those of existing things. */
    fill: async (example: string): Promise<string> => {
      let text = example
      for (const [name, shownId] of Object.entries(subjects))
        if (text.includes(shownId)) text = text.replaceAll(shownId, await creators[name as Name]())
      return text
    },
    makeAll: async () => {
      for (const make of Object.values(creators)) await make()
    },
  }
}
