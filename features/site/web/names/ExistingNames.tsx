import { useEffect, useRef, useState } from 'react'
import { usePages } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { ChipChoice } from '#ui/choices.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { paths } from '#shell/paths.ts'
import { siteContract } from '../../contract.ts'
import { openRemovalDialog } from '../channels/open-removal-dialog.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'

const kinds = ['user', 'channel', 'slug'] as const
type Kind = (typeof kinds)[number]

/** The thing to remove, by kind of name. Operators can't remove the name of a channel. */
const thingOf = { user: 'nickname', slug: 'slug', channel: undefined } as const

/** Names that contain a blocked word, because they were chosen before the word was blocked. @param version of the blocked words */
export function ExistingNames({ version }: { version: string }) {
  const [kind, setKind] = useState<Kind>('user')
  const pages = usePages(siteContract.listBlockedNames, { query: { kind } })
  const { refetch } = pages
  const searched = useRef(version)
  useEffect(() => {
    if (searched.current === version) return
    searched.current = version
    void refetch()
  }, [version, refetch])
  return (
    <section className={css.card} aria-labelledby="existing">
      <h2 id="existing" className={css.title}>
        {t('names.existing')}
      </h2>
      <ChipChoice
        label={t('names.kind')}
        options={kinds.map((value) => ({ value, name: t(`names.kinds.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <LoadedContent read={{ ...pages, data: pages.items }} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
        {(items) => (
          <>
            <output className={css.quiet}>
              {pages.hasNextPage
                ? t('names.searching', { count: items.length })
                : items.length === 0
                  ? t('names.none')
                  : t('names.found', { count: items.length })}
            </output>
            <ul className={css.rows} aria-labelledby="existing">
              {items.map(({ id, name, word }) => (
                <NameRow key={id} kind={kind} id={id} name={name} word={word} />
              ))}
            </ul>
            <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('loading')} />} />
          </>
        )}
      </LoadedContent>
    </section>
  )
}

function NameRow({ kind, id, name, word }: { kind: Kind; id: string; name: string; word: string }) {
  const thing = thingOf[kind]
  return (
    <li className={css.row}>
      <div className={css.words}>
        <bdi className={css.name}>{name}</bdi>
        <span className={css.quiet}>{t('names.word', { word })}</span>
      </div>
      <div className={css.buttons}>
        <ButtonLink
          size="s"
          href={kind === 'user' ? latePaths.operatorUser(id) : paths.playlists({ playlist: id })}
          aria-label={t('names.open_named', { name })}
        >
          {t('names.open')}
        </ButtonLink>
        {thing && (
          <Button size="s" kind="line" aria-label={t('take.action_named', { name })} onClick={() => openRemovalDialog({ thing, id, name })}>
            {t('take.action')}
          </Button>
        )}
      </div>
    </li>
  )
}
