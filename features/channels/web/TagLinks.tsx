import { useState } from 'react'
import { Chip, Chips } from '#ui/chips.tsx'
import { paths } from '#shell/paths.ts'
import { truncateTag, t } from './texts.ts'

/** Number of tags shown at first, so that the content below stays in view. */
const initialTags = 12

/** Tags that link to a search for them. A long list is truncated, with a button for the rest. */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const shownTags = isOpen ? tags : tags.slice(0, initialTags)
  const count = tags.length - shownTags.length
  return (
    <Chips>
      {shownTags.map((tag) => (
        <Chip key={tag} href={paths.search({ keyword: tag })}>
          {truncateTag(tag)}
        </Chip>
      ))}
      {count > 0 && (
        <Chip label={t('channel.more_tags', { count })} onClick={() => setIsOpen(true)}>
          +{count}
        </Chip>
      )}
    </Chips>
  )
}
