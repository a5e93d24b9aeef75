import type { FastifyInstance } from 'fastify'
import { type Access, defaultMaxBytes, type Endpoint, guestMaxBytes, type Schema } from '#kit/contract/endpoint.ts'
import { cookieNames } from '#kit/contract/cookies.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { defaultTimeZone } from '../time-zone.ts'
import { escapeMarkup } from '../xml.ts'
import { csvColumns } from './csv.ts'
import { jsonSchema } from './serialise.ts'
import { serveConstantText } from './serve-constant-text.ts'

interface ObjectSchema {
  properties?: Record<string, object>
  required?: string[]
}

const parametersOf = (schema: Schema | undefined, location: 'path' | 'query' | 'header', example: object = {}) => {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: part,
    ...(name in example && { example: (example as Record<string, unknown>)[name] }),
  }))
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** @param overriding describes a POSTed form with `_method` */
function bodyOf({ body, form, method, bodyType, example }: Endpoint, overriding: boolean) {
  if (bodyType === 'upload') return { content: { 'application/octet-stream': { schema: {} } } }
  if (!body) return undefined
  const schema = jsonSchema(body, 'input') as ObjectSchema
  const overridden = { properties: { _method: { const: method }, ...schema.properties }, required: ['_method', ...(schema.required ?? [])] }
  const kinds = overriding ? formTypes : form ? ['application/json', ...formTypes] : ['application/json']
  const exampleContent = example?.body && { example: overriding ? { _method: method, ...example.body } : example.body }
  return {
    content: Object.fromEntries(
      kinds.map((kind) => [kind, { schema: overriding ? { ...schema, ...overridden } : schema, ...exampleContent }]),
    ),
  }
}

const statusTexts: Record<number, string> = {
  400: 'Malformed request',
  401: 'Missing or invalid token',
  403: 'Not allowed',
  404: 'Not found, or hidden from the caller',
  409: 'Conflict',
  410: 'No longer available',
  413: 'Body too large',
  415: 'Unsupported media type',
  422: 'Validation failed: `errors` lists the fields',
  427: 'Required fields missing',
  429: 'Too many requests',
  451: 'Not available in this country',
  503: 'Temporarily unavailable',
}

function refusalsOf(endpoint: Endpoint): number[] {
  const statuses = new Set<number>(endpoint.refusals?.map(({ status }) => status))
  if (endpoint.access !== 'open') statuses.add(401)
  if (['user', 'moderator', 'operator'].includes(endpoint.access)) statuses.add(commonErrors.fields_missing.status)
  if (endpoint.access === 'operator' || endpoint.access === 'moderator') statuses.add(403)
  // The caller isn't a member of the team.
  if (endpoint.actsFor === 'owner') statuses.add(commonErrors.not_in_team.status)
  if (endpoint.params || endpoint.target) statuses.add(404)
  if (endpoint.idempotencyKey) statuses.add(commonErrors.key_reused.status)
  // The caller may see the object without being allowed to change it.
  if (endpoint.method !== 'GET' && endpoint.access === 'user' && (endpoint.params || endpoint.target)) statuses.add(403)
  if (endpoint.bodyType === 'upload') for (const status of [400, 413, 415]) statuses.add(status)
  if (endpoint.body) for (const status of [400, 413, 415, 422]) statuses.add(status)
  if (endpoint.query) statuses.add(422)
  for (const status of [429, 503]) statuses.add(status)
  return [...statuses].toSorted((a, b) => a - b)
}

type Content = Record<string, { schema: object; example?: object }>

/** An endpoint with its name in the contract and the tag of its feature. */
export interface NamedEndpoint {
  endpoint: Endpoint
  /** Unique in the document; generated clients use it as a function name. */
  operationId: string
  tag: string
}

const accessTexts: Record<Access, string> = {
  open: 'Access: everyone; ignores credentials.',
  anyone: 'Access: guests and users; users may see more. Refuses invalid tokens.',
  newcomer: 'Access: users, also without the required profile fields.',
  user: 'Access: users with the required profile fields (427 otherwise).',
  moderator: 'Access: moderators and operators.',
  operator: 'Access: operators.',
}

/** Returns the endpoint's description, with the rules that its schemas don't show. */
function descriptionOf({ description, access, body, form, bodyType, maxBytes = defaultMaxBytes, override, method }: Endpoint): string {
  return [
    description,
    accessTexts[access],
    bodyType === 'upload' && `The body is one file of at most ${maxBytes} bytes, with any Content-Type.`,
    body &&
      `The body has at most ${access === 'open' ? Math.min(maxBytes, guestMaxBytes) : maxBytes} bytes${access === 'anyone' ? ` (guests: ${Math.min(maxBytes, guestMaxBytes)})` : ''}${form ? '. It may be a form, urlencoded or multipart, with bracketed names for nested fields' : ''}.`,
    override && `Also accepts POST of a form with \`_method=${method}\`.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns the response's content, by the kind of endpoint. */
function contentOf({ responseType = 'json', mediaType = 'application/octet-stream', output }: Endpoint): Content {
  const schema = jsonSchema(output, 'output')
  if (responseType === 'json') return { 'application/json': { schema } }
  if (responseType === 'csv')
    return { 'text/csv': { schema: { type: 'string', description: `Columns: ${csvColumns(output).join(', ')}.` } } }
  if (responseType === 'file') return { [mediaType]: { schema: {} } }
  const description = 'Server-sent events with JSON data.'
  return { 'text/event-stream': { schema: { type: 'string', description, contentMediaType: 'application/json', contentSchema: schema } } }
}

/** Returns the accepted credentials: browsers open event streams with the session cookie. */
function securityOf({ access, responseType }: Endpoint) {
  if (access === 'open') return []
  const schemes: Record<string, never[]>[] = [{ bearer: [] }, ...(responseType === 'events' ? [{ login: [] }] : [])]
  return access === 'anyone' ? [{}, ...schemes] : schemes
}

function operationOf({ endpoint, operationId, tag }: NamedEndpoint, overriding = false) {
  const content = contentOf(endpoint)
  const requestBody = bodyOf(endpoint, overriding)
  const problem = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } }
  return {
    operationId: overriding ? `${operationId}Form` : operationId,
    tags: [tag],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    security: securityOf(endpoint),
    parameters: [
      { $ref: '#/components/parameters/Language' },
      { $ref: '#/components/parameters/TimeZone' },
      ...(endpoint.actsFor === 'owner' ? [{ $ref: '#/components/parameters/Team' }] : []),
      ...(endpoint.idempotencyKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...parametersOf(endpoint.params, 'path', endpoint.example?.params),
      ...parametersOf(endpoint.query, 'query', endpoint.example?.query),
      ...parametersOf(endpoint.headers, 'header'),
    ],
    ...(requestBody && { requestBody }),
    responses: {
      200: { description: 'Done', content },
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, { description: statusTexts[status] ?? 'Refused', ...problem }])),
    },
  }
}

type Operation = ReturnType<typeof operationOf>

const mergeContents = (a: Content, b: Content): Content => ({
  ...a,
  ...Object.fromEntries(
    Object.entries(b).map(([kind, content]) => [kind, a[kind] ? { schema: { anyOf: [a[kind].schema, content.schema] } } : content]),
  ),
})

/** Merges two operations on the same POST path: the path's own, and a form that overrides another method. */
function mergeOperations(plain: Operation, overriding: Operation): Operation {
  const content = mergeContents(plain.requestBody?.content ?? {}, overriding.requestBody?.content ?? {})
  const content200 = mergeContents(plain.responses[200].content, overriding.responses[200].content)
  return {
    ...plain,
    description: `${plain.description} As a form with \`_method\`: ${overriding.summary}. ${overriding.description}`,
    security: [{}, { bearer: [] }],
    requestBody: { content },
    responses: { ...overriding.responses, ...plain.responses, 200: { ...plain.responses[200], content: content200 } },
  }
}

export interface ApiInfo {
  title: string
  version: string
  description: string
  /** Base URL of the API, without a trailing slash. */
  serverUrl: string
  /** URL of the terms of use. */
  termsUrl: string
  /** Descriptions of the tags. */
  tags: Readonly<Record<string, string>>
}

/** Returns the OpenAPI 3.1 document of all mounted endpoints. */
function openApi(endpoints: readonly NamedEndpoint[], { title, version, description, serverUrl, termsUrl, tags }: ApiInfo) {
  const paths: Record<string, Record<string, Operation>> = {}
  const nameOf = ({ endpoint: { path } }: NamedEndpoint) => path.replace(/:(\w+)/g, '{$1}')
  for (const namedEndpoint of endpoints) {
    const path = (paths[nameOf(namedEndpoint)] ??= {})
    path[namedEndpoint.endpoint.method.toLowerCase()] = operationOf(namedEndpoint)
  }
  for (const namedEndpoint of endpoints.filter(({ endpoint: { override } }) => override)) {
    const path = paths[nameOf(namedEndpoint)]!
    const overriding = operationOf(namedEndpoint, true)
    path['post'] = path['post'] ? mergeOperations(path['post'], overriding) : overriding
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      termsOfService: termsUrl,
      contact: { name: title, url: serverUrl },
      license: { name: 'Terms of use', url: termsUrl },
    },
    servers: [{ url: serverUrl, description: 'This installation' }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        ...(endpoints.some(({ endpoint: { responseType } }) => responseType === 'events') && {
          login: { type: 'apiKey', in: 'cookie', name: cookieNames.media },
        }),
      },
      parameters: {
        Language: {
          name: 'Accept-Language',
          in: 'header',
          description: 'Language of messages: en or nl, else en',
          schema: { type: 'string' },
        },
        TimeZone: {
          name: 'Time-Zone',
          in: 'header',
          description: 'IANA name of the time zone for days and named times. Unknown names mean the default.',
          schema: { type: 'string', default: defaultTimeZone },
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'Valid for 24 hours. A repeated call with the same key returns the first result and creates nothing. With another body: 409. Refused calls do not count.',
          schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
        },
        Team: { name: 'X-Team-Id', in: 'header', description: 'The team that the caller acts for', schema: { type: 'string' } },
      },
      schemas: {
        Problem: {
          type: 'object',
          required: ['message', 'code', 'errors'],
          properties: {
            message: { type: 'string', description: 'In the language of Accept-Language' },
            code: { type: 'string' },
            errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
          },
        },
      },
    },
  }
}

const formatSchema = (schema: unknown) => escapeMarkup(JSON.stringify(schema, null, 2))

/** Returns the document's contents as an HTML page without scripts. */
function docsPage(endpoints: readonly NamedEndpoint[], title: string): string {
  const section = ({ endpoint }: NamedEndpoint) => {
    const parts = (['params', 'query', 'headers', 'body'] as const)
      .filter((part) => endpoint[part])
      .map(
        (part) =>
          `<h3>${part}${part === 'body' && endpoint.form ? ' (JSON or form)' : ''}</h3><pre>${formatSchema(jsonSchema(endpoint[part]!, 'input'))}</pre>`,
      )
    const override = endpoint.override ? `<p>Also as a form: <code>POST</code> with <code>_method=${endpoint.method}</code></p>` : ''
    return `<details><summary><b>${endpoint.method}</b> <code>${escapeMarkup(endpoint.path)}</code> ${escapeMarkup(endpoint.summary)}</summary>
${endpoint.description ? `<p>${escapeMarkup(endpoint.description)}</p>` : ''}<p>Access: ${endpoint.access}. Refusals: ${refusalsOf(endpoint).join(', ')}.</p>${override}${parts.join('')}<h3>answer</h3><pre>${formatSchema(jsonSchema(endpoint.output, 'output'))}</pre></details>`
  }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title>
<link rel="stylesheet" href="/api/docs.css"><main><h1>${escapeMarkup(title)}</h1><p><a href="/api/openapi.json">OpenAPI 3.1</a></p>${endpoints.map(section).join('\n')}</main></html>`
}

const docsStyle = `:root{color-scheme:light dark;font:16px/1.5 system-ui}main{max-width:60rem;margin:2rem auto;padding:0 1rem}
summary{padding:.5rem 0;cursor:pointer}b{display:inline-block;min-width:4.5rem}pre{overflow:auto;padding:1rem;border:1px solid #8884;border-radius:.5rem;font-size:.85rem}`

/** Serves `/api/openapi.json` and the page `/api/docs`. Call it after everything is mounted. */
export function serveOpenApi(app: FastifyInstance, endpoints: readonly NamedEndpoint[], info: ApiInfo): void {
  serveConstantText(app, '/api/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(openApi(endpoints, info)))
  serveConstantText(app, '/api/docs', 'text/html; charset=utf-8', () => docsPage(endpoints, info.title))
  serveConstantText(app, '/api/docs.css', 'text/css; charset=utf-8', () => docsStyle)
}
