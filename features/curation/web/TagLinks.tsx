import { useState } from 'react'
import { Chip, Chips } from '#ui/chips.tsx'
import { paths } from '#shell/paths.ts'
import { shownTag, t } from './texts.ts'

/** How many tags stand there at first: what they are about comes before all of them. */
const shownAtFirst = 12

/** Tags that lead to the channels that have them; of many the first ones, and the rest when they are asked for. */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? tags : tags.slice(0, shownAtFirst)
  const count = tags.length - shown.length
  return (
    <Chips>
      {shown.map((tag) => (
        <Chip key={tag} href={paths.search({ keyword: tag })}>
          {shownTag(tag)}
        </Chip>
      ))}
      {count > 0 && (
        <Chip label={t('channel.more_tags', { count })} onPress={() => setIsOpen(true)}>
          +{count}
        </Chip>
      )}
    </Chips>
  )
}
