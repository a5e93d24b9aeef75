import type { ComponentType } from 'react'
import { formatMonth } from '#kit/web/format-date.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { Icon } from '#ui/Icon.tsx'
import { broadcast, plusBold } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { SkeletonBlock, Skeleton } from '#ui/Skeleton.tsx'
import { promptLogin } from '#shell/login-needed.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { accountsContract } from '../../contract.ts'
import { personSubject } from '../subjects.ts'
import { t } from '../texts.ts'
import css from './PersonScreen.module.css'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Actions below a user's name. */
    'person.actions': 'person'
  }
}

interface PersonScreenProps {
  id: string
  /** Renders the user's channels. Another feature provides it. */
  Channels: ComponentType<{ id: string }>
}

/** A public profile with public channels. */
export function PersonScreen({ id, Channels }: PersonScreenProps) {
  const person = useRead(accountsContract.getPublicProfile, { params: { id } })
  const { data } = person
  const signedIn = useSignedIn()
  return (
    <Screen
      title={data?.nickname ?? t('person.title')}
      heading={data ? 'page' : 'header'}
      back={paths.playlists()}
      tab="discover"
      light={{ id, picture: data?.profile_picture }}
      busy={person.isPending}
    >
      <LoadedContent
        read={person}
        skeleton={<PersonSkeleton />}
        failed={t('person.failed')}
        fallback={<ButtonLink href={paths.playlists()}>{t('person.elsewhere')}</ButtonLink>}
      >
        {(person) => (
          <>
            <div className={css.person}>
              <Disc id={id} name={person.nickname ?? t('settings.no_nickname')} picture={person.profile_picture} size={88} eager />
              <h1 className={css.name}>{person.nickname ?? t('settings.no_nickname')}</h1>
              {person.is_broadcaster && (
                <p className={css.fact}>
                  <Icon icon={broadcast} size={20} />
                  {t('person.broadcaster')}
                </p>
              )}
              <p className={css.fact}>{t('person.since', { month: formatMonth(person.created_at) })}</p>
              {signedIn ? (
                <Slot name="person.actions" subject={personSubject(person)} />
              ) : (
                <Button size="s" kind="accent" icon={plusBold} onClick={() => void promptLogin()}>
                  {t('person.subscribe')}
                </Button>
              )}
            </div>
            <Channels id={id} />
          </>
        )}
      </LoadedContent>
    </Screen>
  )
}

const PersonSkeleton = () => (
  <Skeleton label={t('person.title')}>
    <div className={css.person}>
      <SkeletonBlock width={88} height={88} shape="round" />
      <SkeletonBlock width={160} height={28} />
      <SkeletonBlock width={120} height={14} />
    </div>
  </Skeleton>
)
