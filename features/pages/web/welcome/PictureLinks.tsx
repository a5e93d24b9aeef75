import { language } from '#kit/web/i18n.ts'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { inLanguage } from '#shell/paths.ts'
import type { WelcomePage } from '../../contract.ts'
import css from './PictureLinks.module.css'

/** Returns the address of a picture's link: a page of this site in a language, or of another site. */
export function hrefIn(lang: 'en' | 'nl', url: string): string {
  const target = new URL(url, location.origin)
  return target.origin === location.origin ? inLanguage(lang, target) : target.href
}

/** A row of linked pictures. */
export const PictureLinks = ({ images, onClick }: { images: WelcomePage['images']; onClick?: () => void }) => (
  <ul className={css.links}>
    {images.map(({ title, image, url }) => (
      <li key={url}>
        <a className={css.link} href={hrefIn(language, url)} onClick={onClick}>
          <PictureFrame>
            <Picture id={url} name={title} source={image} shape="card" sizes="(min-width: 700px) 240px, 33vw" />
          </PictureFrame>
          <span className={css.name}>{title}</span>
        </a>
      </li>
    ))}
  </ul>
)
