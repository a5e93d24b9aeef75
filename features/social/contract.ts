import { followEndpoints } from './follows.ts'
import { likeEndpoints } from './likes.ts'

export type { Followed, Subscription, Suggestion } from './follows.ts'

export const socialContract = { ...likeEndpoints, ...followEndpoints }
