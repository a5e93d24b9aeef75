import { openCreateChannelDialog } from '#features/channels/web/open-create-channel.ts'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { CarouselSkeleton, Skeleton } from '#ui/Skeleton.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { pagesContract } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './HomeContentScreen.module.css'
import { PictureLinks } from './PictureLinks.tsx'
import { Steps } from './Steps.tsx'
import { Examples } from './WelcomeBlock.tsx'

/** Introduces the product, with examples. */
export function HomeContentScreen() {
  const home = useRead(pagesContract.home, {})
  return (
    <Screen title={home.data?.title ?? t('how.title')} heading="page" back={paths.settings()} busy={home.isPending}>
      <LoadedContent
        read={home}
        failed={t('home.failed')}
        skeleton={
          <Skeleton label={t('home.loading')}>
            <CarouselSkeleton />
            <CarouselSkeleton />
          </Skeleton>
        }
      >
        {({ title, description, images, carousels }) => (
          <>
            <div className={css.column}>
              <h1 className={css.title}>{title}</h1>
              <p className={css.lead}>{description}</p>
              <Steps level={2} />
              <Button kind="accent" onClick={openCreateChannelDialog}>
                {t('make')}
              </Button>
              {images.length > 0 && (
                <>
                  <h2>{t('how.look')}</h2>
                  <PictureLinks images={images} />
                </>
              )}
            </div>
            <Examples carousels={carousels} />
          </>
        )}
      </LoadedContent>
    </Screen>
  )
}
