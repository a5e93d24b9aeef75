import type { FastifyInstance } from 'fastify'
import { defineFeature } from '#kit/server/feature.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { playerContract } from '../contract.ts'
import { serveCast } from './serve-cast.ts'

export const playerFeature = defineFeature({
  name: 'player',
  summary: 'Player and casting',
  contract: playerContract,
  // The feature `link-checks` implements this route, because only it can check links.
  routes: ({ reportPlaybackFailure }: Handlers<typeof playerContract>) => ({ reportPlaybackFailure }),
  serve: (app: FastifyInstance, { webDir }: { webDir: string | undefined }) => serveCast(app, webDir),
})
