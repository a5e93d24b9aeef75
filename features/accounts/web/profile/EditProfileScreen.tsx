import { useState } from 'react'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { SkeletonBlock, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { useBack } from '#shell/navigation.ts'
import { Screen } from '#shell/Screen.tsx'
import { useUnsaved } from '#shell/useUnsaved.ts'
import { accountsContract } from '../../contract.ts'
import css from '../settings/settings.module.css'
import { t } from '../texts.ts'
import { ProfileForm, useProfileForm } from './ProfileForm.tsx'

/** Form id, for buttons outside the form. */
const formId = 'profile'

export function EditProfileScreen() {
  const profile = useRead(accountsContract.getProfile, {})
  const countries = useRead(accountsContract.listCountries, {})
  const leave = useBack(paths.settings())
  const [changed, setChanged] = useState(false)
  const allowLeaving = useUnsaved(changed)
  const form = useProfileForm(() => {
    allowLeaving()
    toast(t('profile.saved'))
    leave()
  })
  const combinedRead = {
    data: profile.data && countries.data && { profile: profile.data, countries: countries.data },
    error: profile.error ?? countries.error,
    refetch: () => Promise.all([profile.refetch(), countries.refetch()]),
  }

  return (
    <Screen
      title={t('profile.title')}
      back={paths.settings()}
      foot={
        <>
          <Button onClick={leave}>{t('cancel')}</Button>
          <Button type="submit" form={formId} kind="accent" busy={form.busy} disabled={!combinedRead.data}>
            {t('profile.save')}
          </Button>
        </>
      }
    >
      <div className={css.column}>
        <LoadedContent read={combinedRead} skeleton={<FormSkeleton />} failed={t('profile.failed')}>
          {(data) => <ProfileForm {...data} id={formId} form={form} onChange={() => setChanged(true)} />}
        </LoadedContent>
      </div>
    </Screen>
  )
}

const FormSkeleton = () => (
  <Skeleton label={t('profile.title')}>
    <SkeletonBlock width={88} height={88} shape="round" />
    {Array.from({ length: 6 }, (_, index) => (
      <SkeletonBlock key={index} height={52} shape="card" />
    ))}
  </Skeleton>
)
