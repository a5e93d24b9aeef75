import { cards, mergeRefs } from '#ui/drag/elements.ts'
import { useContextMenu } from '#ui/menus.ts'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { useStop } from '#ui/arrow-navigation.ts'
import type { SubjectProps } from '#shell/useSubjectMenu.ts'
import type { Video } from '#features/channels/contract.ts'
import css from './board.module.css'

interface BoardTileProps {
  video: Video
  href: string
  subjectProps: SubjectProps
}

/** A video of the board: only its picture, with the title as label. */
export function BoardTile({ video: { id, title, image }, href, subjectProps: { ref, menu } }: BoardTileProps) {
  const stop = useStop()
  const context = useContextMenu(menu)
  return (
    <div ref={mergeRefs(ref, cards.ref(id))} className={css.tile} data-card={id}>
      <a className={css.picture} href={href} title={title} aria-label={title} draggable={false} {...stop} {...context}>
        <PictureFrame>
          <Picture id={id} name={title} source={image} shape="card" sizes="96px" />
        </PictureFrame>
      </a>
    </div>
  )
}
