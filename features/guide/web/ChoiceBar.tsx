import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/use.ts'
import { ChipChoice, type Option } from '#ui/choices.tsx'
import { star } from '#ui/icons.ts'
import { guideContract } from '../contract.ts'
import { channelFilter } from './choice.ts'
import css from './ChoiceBar.module.css'
import { genreName, genreNames } from './genres.ts'
import { t } from './texts.ts'

const all = 'all'
const favourites = 'favourites'
/** Prefix of group names, which may equal any other value. */
const group = 'group '

/** Filters TV channels: all, favourites, or a group. */
export function ChoiceBar() {
  const signedIn = useSignedIn()
  const chosen = channelFilter.use()
  const groups = useRead(guideContract.listTvGroups, {})
  const names = (groups.data ?? []).map(({ name }) => name)
  const labels = genreNames(names)
  const groupOptions = names.map((name, at): Option<string> => ({ value: group + name, name: labels[at]! }))
  // A group that no longer exists can still be deselected.
  const isListed = chosen.is !== 'group' || groupOptions.some(({ value }) => value === group + chosen.name)
  const options: readonly Option<string>[] = [
    { value: all, name: t('list.all') },
    ...(signedIn ? [{ value: favourites, name: t('list.favourites'), icon: star }] : []),
    ...(isListed ? [] : [{ value: group + chosen.name, name: genreName(chosen.name) }]),
    ...groupOptions,
  ]
  // Reserves room for the groups.
  if (options.length < 2) return groups.isPending && <div className={css.bar} />
  return (
    <div className={css.bar}>
      <ChipChoice
        key={groupOptions.length}
        label={t('list.choose')}
        options={options}
        value={chosen.is === 'group' ? group + chosen.name : chosen.is}
        onChange={(value) =>
          channelFilter.set(
            value === all ? { is: 'all' } : value === favourites ? { is: 'favourites' } : { is: 'group', name: value.slice(group.length) },
          )
        }
      />
    </div>
  )
}
