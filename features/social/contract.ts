import { followEndpoints } from './follows.ts'
import { likeEndpoints } from './likes.ts'

export const socialContract = { ...likeEndpoints, ...followEndpoints }
