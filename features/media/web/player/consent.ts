import { services } from '#features/media/services.ts'
import type { Plan } from './plan.ts'

type FramePlan = Extract<Plan, { how: 'frame' }>

/** Whoever runs the frame: of a service with one address its name will do, of anything else the host. */
const isNamed = ({ kind }: FramePlan) => kind !== 'embed' && kind !== 'peertube'
const hostOf = ({ src }: FramePlan) => new URL(src).hostname

/** What a consent is remembered for: a yes to one host is not a yes to all. */
export const consentKey = (plan: FramePlan): string => (isNamed(plan) ? plan.kind : hostOf(plan))

/** How the one who is asked for consent is named. */
export const consentName = (plan: FramePlan): string => (isNamed(plan) ? plan.provider : hostOf(plan).replace(/^www\./, ''))

/** The name of what a consent was remembered for, by its key. */
export const consentNameOf = (key: string): string => services.find(({ kind }) => kind === key)?.provider ?? key.replace(/^www\./, '')
