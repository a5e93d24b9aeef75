import { type ReactNode, useEffect } from 'react'
import { storage } from '#kit/web/storage.ts'
import { Alert } from '#ui/Alert.tsx'
import { Brand } from '#ui/Brand.tsx'
import { pendingActionLabel, useReturnTarget } from '#shell/pending-action.ts'
import { paths } from '#shell/paths.ts'
import { LanguageLinks } from '#shell/preferences.tsx'
import { Screen } from '#shell/Screen.tsx'
import { useDesktop, useTablet } from '#shell/useDesktop.ts'
import { t as shellTexts } from '#shell/texts.ts'
import { useTitle } from '#shell/useTitle.ts'
import { isEntryPath } from '../same-site.ts'
import css from './EntryScreen.module.css'

interface EntryScreenProps {
  /** Title of the tab. */
  title: string
  /** The h1. */
  heading: string
  /** Whether to explain that creating a channel requires a login, if the guest wanted to create one. */
  explainsReason?: boolean
  /** Artwork beside or above the form, with its caption. */
  illustration: ReactNode
  claim: string
  text: string
  /** Link to the other entry screen. */
  foot: ReactNode
  children: ReactNode
}

/** A login or registration screen: a form, with artwork where there is room. */
export function EntryScreen({ title, heading, explainsReason = false, illustration, claim, text, foot, children }: EntryScreenProps) {
  useTitle(title)
  useClearReturnTargetOnLeave()
  const returnTarget = useReturnTarget()
  const pendingAction = pendingActionLabel.use()
  const form = (
    <div className={css.form}>
      <h1 className={css.heading}>{heading}</h1>
      {explainsReason && returnTarget === 'channel' && <Alert kind="note">{shellTexts('login_needed.channel')}</Alert>}
      {pendingAction !== undefined && <Alert kind="note">{pendingAction}</Alert>}
      {children}
    </div>
  )
  const onDesktop = useDesktop()
  const isTablet = useTablet()
  if (!onDesktop)
    return (
      <Screen title={title} heading="page" back={paths.home()} aside={<LanguageLinks />}>
        {isTablet && (
          <aside className={`${css.illustration} ${css.band} dark-theme`} style={{ '--h': '285' }} data-hue="">
            {illustration}
            <div className={css.shade} />
            <p className={css.claim}>{claim}</p>
          </aside>
        )}
        <div className={css.narrow}>
          {form}
          <p className={css.foot}>{foot}</p>
        </div>
      </Screen>
    )
  return (
    <div className={css.wide} data-entry="">
      <aside className={`${css.illustration} dark-theme`} style={{ '--h': '285' }} data-hue="">
        {illustration}
        <div className={css.shade} />
        <div className={css.brand}>
          <Brand />
        </div>
        <div className={css.words}>
          <p className={css.claim}>{claim}</p>
          <p className={css.more}>{text}</p>
        </div>
      </aside>
      <main id="content" tabIndex={-1} className={css.column} aria-label={title}>
        <div className={css.language}>
          <LanguageLinks />
        </div>
        {form}
        <p className={css.foot}>{foot}</p>
      </main>
    </div>
  )
}

/** Clears the stored destination when a guest leaves without logging in. */
function useClearReturnTargetOnLeave() {
  useEffect(
    () => () => {
      if (storage.get('access_token') === undefined && !isEntryPath(location.pathname)) storage.remove('redirected_from')
    },
    [],
  )
}
