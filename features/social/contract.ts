import { favoriteEndpoints } from './favorites.ts'
import { followEndpoints } from './follows.ts'
import { likeEndpoints } from './likes.ts'

export const socialContract = { ...likeEndpoints, ...favoriteEndpoints, ...followEndpoints }
