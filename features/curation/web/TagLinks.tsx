import { Chip, Chips } from '#ui/chips.tsx'
import { paths } from '#shell/paths.ts'
import { shownTag } from './texts.ts'

/** Tags that lead to the channels that have them. */
export const TagLinks = ({ tags }: { tags: readonly string[] }) => (
  <Chips>
    {tags.map((tag) => (
      <Chip key={tag} href={paths.search({ keyword: tag })}>
        {shownTag(tag)}
      </Chip>
    ))}
  </Chips>
)
