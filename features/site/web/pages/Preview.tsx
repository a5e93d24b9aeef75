import { languages } from '#kit/contract/texts.ts'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/choices.tsx'
import { truncate } from '#ui/naming.ts'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import type { WelcomePage } from '#features/pages/contract.ts'
import { hrefIn } from '#features/pages/web/welcome/PictureLinks.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'
import type { Fields } from './fields.ts'
import own from './pages.module.css'
import { type usePreview, viewers, type Viewing } from './usePreview.ts'

/** Maximum characters of a title on phones. */
const maxPhoneTitleLength = 20
/** Maximum videos per carousel in the preview. */
const previewVideos = 4

interface PreviewProps {
  preview: ReturnType<typeof usePreview>
  fields: Fields
}

/** The introduction as a guest or user gets it, in either language. */
export function Preview({ preview: { last, viewing, show, close }, fields }: PreviewProps) {
  if (!last) return null
  return (
    <section className={css.card} aria-labelledby="preview">
      <h2 id="preview" className={css.title}>
        {t('pages.preview')}
      </h2>
      <div className={css.buttons}>
        <SegmentedControl
          label={t('pages.preview_as')}
          options={viewers.map((value) => ({ value, name: t(`pages.as.${value}`) }))}
          value={viewing.as}
          onChange={(as) => show(fields, { ...viewing, as })}
        />
        <SegmentedControl
          label={t('pages.preview_in')}
          options={languages.map((value) => ({ value, name: t(`languages.${value}`) }))}
          value={viewing.language}
          onChange={(language) => show(fields, { ...viewing, language })}
        />
        <Button size="s" kind="text" onClick={close}>
          {t('pages.preview_hide')}
        </Button>
      </div>
      <Introduction page={last.page} language={last.viewing.language} />
    </section>
  )
}

function Introduction({
  page: { title, description, images, hero, carousels },
  language,
}: Pick<Viewing, 'language'> & { page: WelcomePage }) {
  return (
    <>
      <div className={own.preview} lang={language}>
        <h3 className={own.previewTitle}>{title}</h3>
        <p className={own.previewText}>{description}</p>
        {images.length > 0 && (
          <ul className={own.pictures}>
            {images.map(({ title: name, image, url }) => (
              <li key={`${url} ${image}`}>
                <a className={own.pictureLink} href={hrefIn(language, url)} target="_blank" rel="noreferrer">
                  <PictureFrame>
                    <Picture id={url} name={name} source={image} shape="card" sizes="240px" />
                  </PictureFrame>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
        {carousels.map(({ id, name, playlist_name: from, videos }) => (
          <section key={id} className={css.part} aria-label={name}>
            <h4 className={css.subtitle}>
              {name} <span className={css.quiet}>{from}</span>
            </h4>
            <ul className={own.pictures}>
              {videos.slice(0, previewVideos).map((video) => (
                <li key={video.id}>
                  <PictureFrame>
                    <Picture id={video.id} name={video.title} source={video.image} shape="card" sizes="240px" />
                  </PictureFrame>
                  <span className={css.quiet}>{video.title}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {title.length > maxPhoneTitleLength && (
        <p className={css.quiet}>{t('pages.preview_phone', { title: truncate(title, maxPhoneTitleLength) })}</p>
      )}
      {hero && <p className={css.quiet}>{t('pages.preview_opening', { name: hero.name })}</p>}
    </>
  )
}
