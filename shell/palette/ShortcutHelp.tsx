import { type ComponentType, Fragment } from 'react'
import { storage, useStored } from '#kit/web/storage.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { formatKeys } from '#ui/key-names.ts'
import { Switch } from '#ui/toggles.tsx'
import { loadedActions, loadActions, loadFeatures, currentReader, shortcutSources } from '../registry.ts'
import { helpKeys, paletteKeys, searchKeys, type ShortcutList } from '../shortcut-lists.ts'
import type { SubjectType } from '../subjects.ts'
import { t } from '../texts.ts'
import css from './ShortcutHelp.module.css'

/** Loads all shortcuts of this reader and returns their dialog. @throws NotLoadedError */
export async function loadShortcutHelp(): Promise<ComponentType<CloseProps>> {
  await loadFeatures()
  const sources = shortcutSources.filter(({ audience }) => audience === 'everyone' || currentReader().signedIn)
  const loaded = await Promise.all(sources.map(({ load }) => load()))
  const subjects = loaded.flatMap((lists) => Object.entries(lists.subjects) as [SubjectType, string][])
  await loadActions(['app', ...subjects.map(([type]) => type)], currentReader())
  const anywhere = [
    { label: t('shortcuts.palette'), keys: [paletteKeys] },
    { label: t('nav.search'), keys: [searchKeys] },
    ...rowsOf('app'),
  ]
  const lists = [
    { name: t('palette.anywhere'), rows: anywhere },
    ...subjects.map(([type, name]) => ({ name, rows: rowsOf(type) })),
    ...loaded.flatMap(({ others }) => others),
  ]
  return () => <ShortcutHelp lists={lists.filter(({ rows }) => rows.length > 0)} />
}

/** Returns the actions of a type that have keys. If two exclude each other (like, unlike), one row names both. */
function rowsOf(type: SubjectType): ShortcutList['rows'] {
  const withKeys = loadedActions(type).filter(({ keys }) => keys !== undefined)
  const first = withKeys.filter(({ keys }, index) => withKeys.findIndex((other) => other.keys === keys) === index)
  return first.map(({ label, keys = '' }) => ({ label: keys === helpKeys ? t('shortcuts.this') : label(), keys: [keys] }))
}

/** Lists shortcuts by where they work, with the setting for single-key shortcuts. */
function ShortcutHelp({ lists }: { lists: readonly ShortcutList[] }) {
  const isOff = useStored('single_key_shortcuts') === 'off'
  return (
    <Dialog title={t('shortcuts.title')} width="l" isForReading>
      <div className={css.lists}>
        {lists.map(({ name, rows }) => (
          <section key={name} className={css.list}>
            <h3 className={css.name}>{name}</h3>
            <dl className={css.rows}>
              {rows.map(({ label, keys }) => (
                <div key={label} className={css.row}>
                  <dt>{label}</dt>
                  <dd className={css.keys}>
                    {keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && keys.length === 2 && <span className={css.or}>{t('shortcuts.or')}</span>}
                        <kbd className={css.key}>{formatKeys(key)}</kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={t('shortcuts.single')}
        detail={t('shortcuts.single_detail')}
        checked={!isOff}
        onChange={({ target }) => (target.checked ? storage.remove('single_key_shortcuts') : storage.set('single_key_shortcuts', 'off'))}
      />
    </Dialog>
  )
}
