import { usePages } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { siteContract } from '../../contract.ts'
import type { Orphan } from '../../contract/names.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'

/** Teams and channels without an owner. */
export function Orphans() {
  const pages = usePages(siteContract.listOrphans, { query: {} })
  return (
    <section className={css.card} aria-labelledby="orphans">
      <h2 id="orphans" className={css.title} tabIndex={-1}>
        {t('orphans.title')}
      </h2>
      <p className={css.quiet}>{t('orphans.text')}</p>
      <LoadedContent read={{ ...pages, data: pages.items }} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
        {(items) =>
          items.length === 0 && !pages.hasNextPage ? (
            <p className={css.quiet}>{t('orphans.none')}</p>
          ) : (
            <>
              <ul className={css.rows} aria-labelledby="orphans">
                {items.map((orphan) => (
                  <OrphanRow key={orphan.id} orphan={orphan} />
                ))}
              </ul>
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('loading')} />} />
            </>
          )
        }
      </LoadedContent>
    </section>
  )
}

function OrphanRow({ orphan }: { orphan: Orphan }) {
  const name = orphan.name || t('orphans.deleted')
  const hand = () =>
    void openDialog(() => import('./HandOverDialog.tsx').then((module) => module.HandOverDialog), {
      orphan: { ...orphan, name },
      isTeam: orphan.name !== '',
    })
  return (
    <li className={css.row}>
      <div className={css.words}>
        <bdi className={css.name}>{name}</bdi>
        <span className={css.quiet}>{t('orphans.count', { count: orphan.channels })}</span>
      </div>
      <Button size="s" aria-label={t('orphans.hand_named', { name })} onClick={hand}>
        {t('orphans.hand')}
      </Button>
    </li>
  )
}
