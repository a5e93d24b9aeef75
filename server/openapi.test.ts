import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { injectAnswer } from '#test/inject-answer.ts'
import { makeChannel, makeFilledChannel, makeGroup } from '#test/channels.ts'
import { person } from '#test/people.ts'
import { serve } from '#test/serve.ts'
import { site } from '#test/site.ts'
import { makeTvChannel } from '#test/television.ts'
import { curationContract } from '#features/curation/contract.ts'
import { examples } from '#features/curation/examples.ts'
import { reportsContract } from '#features/reports/contract.ts'
import { dataRightsContract } from '#features/data-rights/contract.ts'
import { dataRightsExamples } from '#features/data-rights/examples.ts'
import { reportsExamples } from '#features/reports/examples.ts'
import { socialContract } from '#features/social/contract.ts'
import { televisionContract } from '#features/television/contract.ts'
import { televisionExamples } from '#features/television/examples.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { watchingExamples } from '#features/watching/examples.ts'

interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  minItems?: number
  minimum?: number
  maxLength?: number
}
type Content = Record<string, { schema: JsonSchema; example?: object }>
interface Operation {
  security: object[]
  parameters: { name?: string; in?: string; $ref?: string; schema?: JsonSchema; example?: string | number }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content: Content }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object; parameters: Record<string, object> }
}

const films = await site()
const server = await serve({ OUTBOUND_ALLOW: films.host, RATE_LIMITS: 'off' })
const { app, db } = server
const document = (await app.inject('/api/openapi.json')).json<Document>()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, method, operation })),
)

// What many refer to is compiled once, and no time goes into making it fast.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false, inlineRefs: false, code: { optimize: false } })
ajv.addSchema(document, 'openapi')
ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components'])
/** Compiled once each, however many places have the same: that takes longer than all of what is asked with it. */
const compiled = new Map<string, ValidateFunction>()
function schemaAt(...steps: string[]) {
  const schema = JSON.stringify(steps.reduce<unknown>((place, step) => (place as Record<string, unknown>)[step], document))
  const $ref = `openapi#/${steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
  const known = compiled.get(schema) ?? ajv.compile({ $ref })
  compiled.set(schema, known)
  return known
}

const named = {
  ...examples,
  ...watchingExamples,
  ...reportsExamples,
  ...dataRightsExamples,
  ...televisionExamples,
}

/** What the examples of calls name, made: a channel of the caller's with all in it. */
async function makeThings() {
  // An operator too: those have calls of their own.
  const caller = await person(server, { is_operator: true })
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, caller.client, ['A', 'B'])
  const upload = newId()
  const failed = { state: 'failed', reason: 'interrupted', has_original: true, ended_at: new Date() }
  await db
    .insertInto('upload')
    .values({ id: upload, user_id: caller.id, title: 'A', filename: 'a.mp4', size: 1, ...failed })
    .execute()
  const slug = `slug-${playlistId.toLowerCase()}`
  await caller.client(curationContract.updatePlaylist, { params: { id: playlistId }, body: { slug } })
  const { id: grouped } = await makeChannel(caller.client)
  const { id: group } = await makeGroup(caller.client, [grouped])
  const [video, otherVideo] = videoIds as [string, string]
  const { viewActionId } = await caller.client(watchingContract.createView, {
    body: { viewable_type: 'video', viewable_id: video },
  })
  const { viewProcessId } = await caller.client(watchingContract.startView, { body: { viewActionId } })
  const { id: followed } = await makeChannel((await person(server)).client, { name: 'Followed', status_id: 3 })
  await caller.client(socialContract.follow, { body: { following_type: 'playlist', following_id: followed } })
  const watched = { viewAction: viewActionId, viewProcess: viewProcessId }
  await db.insertInto('related_video').values({ video_id: video, related_video_id: otherVideo, position: 0 }).execute()
  const { id: report } = await caller.client(reportsContract.report, {
    body: { url: server.config.publicUrl, report_type_id: 9, reportable_type: 'playlist', reportable_id: followed },
  })
  const { videoIds: removedIds } = await makeFilledChannel(db, caller.client, ['Removed'], { name: 'Removed' })
  const removed = removedIds[0]!
  const stranger = await person(server)
  const { id: complaint } = await stranger.client(reportsContract.report, {
    body: { url: server.config.publicUrl, report_type_id: 4, reportable_type: 'video', reportable_id: removed },
  })
  await caller.client(reportsContract.updateReport, { params: { id: complaint }, body: { state: 'removed' } })
  const { id: preview } = await caller.client(dataRightsContract.readImport, { body: { text: 'https://films.test/1' } })
  const { id: channel, programmes } = await makeTvChannel(db, { catchup_mode: 'shift' }, [
    ['The evening news', 60, 30],
    ['The evening news', -60, 30],
  ])
  const calendarToken = new URL((await caller.client(televisionContract.makeReminderCalendar, {})).url!).searchParams.get('token')!
  const source = newId()
  const list = { kind: 'm3u', name: source, url: `https://lists.example.com/${source}` }
  await db
    .insertInto('tv_source')
    .values({ id: source, ...list })
    .execute()
  const tvImport = await db.insertInto('tv_import').values({ source_id: source }).returning('id').executeTakeFirstOrThrow()
  const promotion = await db
    .insertInto('promotion')
    .values({ tv_channel_id: channel, position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = {
    promotion: promotion.id,
    import: preview,
    programme: programmes[0]!,
    title: 'The evening news',
    calendarToken,
    report,
    removed,
    tvSource: source,
    tvImport: tvImport.id,
    tvChannel: channel,
    ...watched,
    playlist: playlistId,
    group,
    grouped,
    followed,
    series: seriesId,
    video,
    otherVideo,
    upload,
    slug,
    link: films.page('Page'),
  }
  /** An example as the document shows it, with the things that are there. */
  const fill = (example: string) =>
    Object.entries(named).reduce((text, [name, shown]) => text.replaceAll(shown, made[name as keyof typeof named]), example)
  return { caller, fill }
}

let kept: ReturnType<typeof makeThings> | undefined
/** Made anew where its owner changes it; what is only read, or is somebody else's, serves for all calls. */
const thingsFor = (who: string, method: string) => (who === 'owner' && method !== 'get' ? makeThings() : (kept ??= makeThings()))

/** A value that a schema allows. */
function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0]!)
  const type = [schema.type].flat()[0]
  if (type === 'object') return Object.fromEntries((schema.required ?? []).map((key) => [key, sample(schema.properties![key] ?? {})]))
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items!))
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  return 'sample'
}

type Kind = 'empty' | 'of wrong types' | 'no JSON' | 'as it should be'
/** The good one comes last: it may use up what it names. */
const bodies: readonly [Kind, (good: object, type: string) => string | undefined][] = [
  ['empty', () => undefined],
  [
    'of wrong types',
    (good) => JSON.stringify(Array.isArray(good) ? [{}] : Object.fromEntries(Object.keys(good).map((key) => [key, [[]]]))),
  ],
  ['no JSON', () => '{'],
  ['as it should be', (good, type) => (type.includes('json') ? JSON.stringify(good) : new URLSearchParams({ ...good }).toString())],
]

test(
  'the document is whole: every name in a path is a parameter, every schema is one, and all that is referred to is there',
  { timeout: 60_000 },
  () => {
    expect(document.openapi).toBe('3.1.0')
    for (const { name, path, method, operation } of operations) {
      const inPath = operation.parameters.flatMap((parameter) => (parameter.in === 'path' ? parameter.name : []))
      expect([name, inPath]).toEqual([name, [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)])
      for (const { $ref } of operation.parameters) if ($ref) expect(document.components.parameters).toHaveProperty($ref.split('/').at(-1)!)
      for (const [status, { content }] of Object.entries(operation.responses))
        for (const kind of Object.keys(content)) schemaAt('paths', path, method, 'responses', status, 'content', kind, 'schema')
      for (const kind of Object.keys(operation.requestBody?.content ?? {}))
        schemaAt('paths', path, method, 'requestBody', 'content', kind, 'schema')
    }
  },
)

test.each(operations)('$name answers as it is described', { timeout: 20_000 }, async ({ path, method, operation }) => {
  const [[type, { schema, example }] = ['', {} as Partial<Content[string]>]] = Object.entries(operation.requestBody?.content ?? {})
  const exampleOf = (place: string) =>
    operation.parameters.flatMap((one): [string, string][] =>
      one.in === place && one.example !== undefined ? [[one.name!, String(one.example)]] : [],
    )
  const inPath = new Map(exampleOf('path'))
  const query = new URLSearchParams(exampleOf('query'))
  const answered: string[] = []
  for (const who of ['somebody else', 'guest', 'owner'] as const) {
    const { caller, fill } = await thingsFor(who, method)
    const token = who === 'owner' ? caller.token : who === 'guest' ? undefined : (await person(server)).token
    const named = path.replace(/\{(\w+)\}/g, (_, key: string) => inPath.get(key) ?? newId())
    const url = fill(query.size ? `${named}?${query.toString()}` : named)
    for (const [kind, write] of schema ? bodies : bodies.slice(-1)) {
      const payload = schema && write(JSON.parse(fill(JSON.stringify(example ?? sample(schema)))) as object, type)
      const answer = await injectAnswer(app, {
        method: method.toUpperCase(),
        url,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(payload !== undefined && { 'content-type': type }),
        },
        ...(payload !== undefined && { payload }),
      })
      const status = String(answer.statusCode)
      expect(Object.keys(operation.responses), `${who}, body ${kind}: ${answer.body}`).toContain(status)
      const [answeredType = ''] = String(answer.headers['content-type']).split(';')
      const validate = schemaAt('paths', path, method, 'responses', status, 'content', answeredType, 'schema')
      const value: unknown =
        answeredType === 'application/json' ? answer.json() : answeredType === 'text/event-stream' ? answer.body : answer.rawPayload
      expect(validate(value), `${who}, body ${kind}: ${ajv.errorsText(validate.errors)}`).toBe(true)
      answered.push(`${who}, body ${kind}: ${status}`)
    }
  }
  // Accounts want proofs (captchas, codes, mailed links) that no description can give.
  if (!/^\/api\/(?:user|register|logout)/.test(path)) expect(answered).toContain('owner, body as it should be: 200')
})
