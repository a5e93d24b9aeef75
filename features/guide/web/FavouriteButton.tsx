import { IconButton } from '#ui/IconButton.tsx'
import { star, starFill } from '#ui/icons.ts'
import { swellIcon } from '#ui/swell.ts'
import type { TvChannel } from '../shapes.ts'
import { actForUser } from '#shell/act-for-user.ts'
import { tvSubject } from './subjects.ts'
import { t } from './texts.ts'

/** Adds a TV channel to the favourites, or removes it. */
export const FavouriteButton = ({ tv }: { tv: TvChannel }) => (
  <IconButton
    icon={tv.is_followed ? starFill : star}
    label={t(tv.is_followed ? 'favourite.remove_of' : 'favourite.add_of', { name: tv.name })}
    aria-pressed={tv.is_followed}
    onClick={({ currentTarget }) => {
      swellIcon(currentTarget)
      void actForUser(tv.is_followed ? 'channel.unfollow' : 'channel.follow', tvSubject(tv))
    }}
  />
)
