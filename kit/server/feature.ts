import type { FastifyInstance } from 'fastify'
import type { Contract } from '#kit/contract/endpoint.ts'
import type { Language, Texts } from '#kit/contract/texts.ts'
import type { Handlers } from './http/handlers.ts'
import type { Metrics } from './metrics.ts'
import type { PersonalData } from './personal-data.ts'
import type { PictureUses } from './picture-uses.ts'
import type { RestrictionRules } from './restrictions.ts'
import type { FindSubject } from './subjects.ts'

interface Parts<S extends string> {
  /** Tag in the API's documentation, and prefix of the feature's error codes. */
  name: string
  /** Describes the tag in the API's documentation. */
  summary: string
  /** Finds the things of these types by id, for endpoints that accept a type and an id. */
  subjects?: Readonly<Record<S, FindSubject>>
  /** Rules that hide rows of its tables, or of other features' tables, from readers. */
  restrictions?: RestrictionRules
  /** SQL conditions that decide who may see a picture: those who may see a thing that shows it. */
  pictures?: PictureUses
  /** Exports and deletes the data that the feature stores about a user. */
  personalData?: PersonalData
  /** The feature's error texts, and all other texts that the server sends. */
  texts?: Readonly<Record<Language, Texts>>
}

/** A feature as mounted by the server; `Tools` are the services that its parts need. */
export interface Feature<Tools, S extends string = string> extends Parts<S> {
  contract: Contract
  routes: (tools: Tools) => Handlers<Contract>
  serve?: (app: FastifyInstance, tools: Tools) => void
  registerJobs?: (tools: Tools) => void
  registerMetrics?: (metrics: Metrics, tools: Tools) => void
}

interface Definition<C extends Contract, S extends string, R, V, J, M> extends Parts<S> {
  contract: C
  /** Handles each endpoint of the contract. */
  routes: (tools: R) => Handlers<C>
  /** Adds routes outside the contract: files, feeds, streams. */
  serve?: (app: FastifyInstance, tools: V) => void
  /** Adds the handlers of the feature's jobs. `db` has the time limits of background work. */
  registerJobs?: (tools: J) => void
  registerMetrics?: (metrics: Metrics, tools: M) => void
}

/** Types a feature: each part declares the tools it needs, and the feature needs them all. */
export const defineFeature = <C extends Contract, S extends string = never, R = unknown, V = unknown, J = unknown, M = unknown>(
  definition: Definition<C, S, R, V, J, M>,
): Feature<R & V & J & M, S> => definition as unknown as Feature<R & V & J & M, S>
