import { useRef, useState } from 'react'
import { usePlayLink } from '#features/channels/web/usePlayLink.ts'
import { VideoCardView } from '#features/channels/web/VideoCardView.tsx'
import { Button } from '#ui/Button.tsx'
import { Carousel } from '#ui/Carousel.tsx'
import { collapseElement } from '#ui/collapse.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { caretDown, caretUp, x } from '#ui/icons.ts'
import { paths } from '#shell/paths.ts'
import type { WelcomePage } from '../../contract.ts'
import { t } from '../texts.ts'
import { PictureLinks } from './PictureLinks.tsx'
import css from './WelcomeBlock.module.css'

/** An introduction above a view's content. Its examples are collapsed at first. */
export function WelcomeBlock({ page: { title, description, images, carousels }, onHide }: { page: WelcomePage; onHide: () => void }) {
  const block = useRef<HTMLElement>(null)
  const [unfolded, setUnfolded] = useState(false)
  return (
    <section ref={block} className={css.block} aria-labelledby="welcome">
      <h2 id="welcome" className={css.title}>
        {title}
      </h2>
      <IconButton
        className={css.hide}
        icon={x}
        iconSize={20}
        label={t('hide')}
        onClick={() => void collapseElement(block.current).then(onHide)}
      />
      <p className={css.text}>{description}</p>
      {images.length > 0 && (
        <div className={css.others}>
          <h3>{t('others')}</h3>
          <PictureLinks images={images} />
        </div>
      )}
      {carousels.length > 0 && (
        <Button
          className={css.more}
          kind="text"
          size="s"
          icon={unfolded ? caretUp : caretDown}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {t(unfolded ? 'examples.fold' : 'examples.unfold')}
        </Button>
      )}
      {unfolded && <Examples carousels={carousels} />}
    </section>
  )
}

/** Series by other users, as examples. */
export function Examples({ carousels }: Pick<WelcomePage, 'carousels'>) {
  const playLink = usePlayLink('globe')
  return carousels.map(({ id, name, playlist_id: playlist, playlist_name: from, videos }) => (
    <Carousel key={id} title={name} from={from} href={paths.playlists({ playlist, serie: id })} items={videos} keyOf={(video) => video.id}>
      {(video) => <VideoCardView video={video} size="s" {...playLink(playlist, video.id)} />}
    </Carousel>
  ))
}
