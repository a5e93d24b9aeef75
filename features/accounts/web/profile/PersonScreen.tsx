import type { ComponentType } from 'react'
import { formatMonth } from '#kit/web/format.ts'
import { useRead } from '#kit/web/use.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { Icon } from '#ui/Icon.tsx'
import { broadcast } from '#ui/icons.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { SkeletonBlock, Skeleton } from '#ui/Skeleton.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { accountsContract } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './PersonScreen.module.css'

interface PersonScreenProps {
  id: string
  /** The channels of a person: another feature's. */
  Channels: ComponentType<{ id: string }>
}

/** Somebody who wants to be found, as everybody sees them: who they are, and their public channels. */
export function PersonScreen({ id, Channels }: PersonScreenProps) {
  const person = useRead(accountsContract.getPublicProfile, { params: { id } })
  const { data } = person
  return (
    <Screen
      title={data?.nickname ?? t('person.title')}
      heading={data ? 'page' : 'header'}
      back={paths.playlists()}
      tab="discover"
      light={{ id, picture: data?.profile_picture }}
      busy={person.isPending}
    >
      <Loaded
        read={person}
        skeleton={<PersonSkeleton />}
        failed={t('person.failed')}
        otherwise={<ButtonLink href={paths.playlists()}>{t('person.elsewhere')}</ButtonLink>}
      >
        {({ nickname, profile_picture: picture, is_broadcaster: broadcasts, created_at: since }) => (
          <>
            <div className={css.person}>
              <Disc id={id} name={nickname ?? t('settings.no_nickname')} picture={picture} size={88} eager />
              <h1 className={css.name}>{nickname ?? t('settings.no_nickname')}</h1>
              {broadcasts && (
                <p className={css.fact}>
                  <Icon of={broadcast} size={20} />
                  {t('person.broadcaster')}
                </p>
              )}
              <p className={css.fact}>{t('person.since', { month: formatMonth(since) })}</p>
            </div>
            <Channels id={id} />
          </>
        )}
      </Loaded>
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
