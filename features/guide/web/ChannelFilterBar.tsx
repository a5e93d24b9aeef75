import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { ChipChoice, type Option } from '#ui/choices.tsx'
import { star } from '#ui/icons.ts'
import { guideContract } from '../contract.ts'
import { channelFilter } from './channel-filter.ts'
import css from './ChannelFilterBar.module.css'
import { genreName, genreNames } from './genres.ts'
import { t } from './texts.ts'

const allValue = 'all'
const favouritesValue = 'favourites'
/** Prefix of the values of groups, so that a group named "all" doesn't equal the choice of all channels. */
const groupPrefix = 'group '

/** Filters TV channels: all, favourites, or a group. @param inLine whether the groups take one line at any width */
export function ChannelFilterBar({ inLine = false }: { inLine?: boolean }) {
  const signedIn = useSignedIn()
  const filter = channelFilter.use()
  const groups = useRead(guideContract.listTvGroups, {})
  const names = (groups.data ?? []).map(({ name }) => name)
  const labels = genreNames(names)
  const groupOptions = names.map((name, index): Option<string> => ({ value: groupPrefix + name, name: labels[index]! }))
  // Lists a chosen group that no longer exists, so that the user can deselect it.
  const isListed = filter.kind !== 'group' || groupOptions.some(({ value }) => value === groupPrefix + filter.name)
  const options: readonly Option<string>[] = [
    { value: allValue, name: t('list.all') },
    ...(signedIn ? [{ value: favouritesValue, name: t('list.favourites'), icon: star }] : []),
    ...(isListed ? [] : [{ value: groupPrefix + filter.name, name: genreName(filter.name) }]),
    ...groupOptions,
  ]
  // Reserves the height of the bar while the groups load.
  if (options.length < 2) return groups.isPending && <div className={css.bar} />
  return (
    <div className={css.bar}>
      <ChipChoice
        key={groupOptions.length}
        label={t('list.choose')}
        options={options}
        layout={inLine ? 'line' : undefined}
        value={filter.kind === 'group' ? groupPrefix + filter.name : filter.kind}
        onChange={(value) =>
          channelFilter.set(
            value === allValue
              ? { kind: 'all' }
              : value === favouritesValue
                ? { kind: 'favourites' }
                : { kind: 'group', name: value.slice(groupPrefix.length) },
          )
        }
      />
    </div>
  )
}
