import { services } from '#features/media/services.ts'
import type { PlaybackPlan } from './plan.ts'

type FramePlan = Extract<PlaybackPlan, { type: 'frame' }>

/** Whether the name of a frame's provider is known. If not, the provider is named by its host. */
const hasKnownProvider = ({ kind }: FramePlan) => kind !== 'embed' && kind !== 'peertube'
const hostOf = ({ src }: FramePlan) => new URL(src).hostname

/** Key under which consent is stored. Consent to one host isn't consent to others. */
export const consentKey = (plan: FramePlan): string => (hasKnownProvider(plan) ? plan.kind : hostOf(plan))

/** Provider name for the consent question. */
export const consentName = (plan: FramePlan): string => (hasKnownProvider(plan) ? plan.provider : hostOf(plan).replace(/^www\./, ''))

/** Returns the name for a stored consent key. */
export const consentNameOfKey = (key: string): string => services.find(({ kind }) => kind === key)?.provider ?? key.replace(/^www\./, '')
