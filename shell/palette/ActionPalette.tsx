import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { locale } from '#kit/web/i18n.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { Icon } from '#ui/Icon.tsx'
import { magnifyingGlass } from '#ui/icons.ts'
import { ariaKeys, shownKeys } from '#ui/shown-keys.ts'
import type { MenuRow } from '#ui/menus.ts'
import { actionsOf, readerNow } from '../registry.ts'
import { rowsOf } from '../run-action.ts'
import type { Subject, SubjectType } from '../subjects.ts'
import { t } from '../texts.ts'
import inputs from '#ui/inputs.module.css'
import parts from '#ui/menuParts.module.css'
import css from './ActionPalette.module.css'

interface ActionPaletteProps extends Closing {
  /** What has the focus, what that lies in, and the product itself; the nearest first. Their actions have been loaded. */
  subjects: readonly Subject[]
  /** What had the focus: it gets it back before anything is done. */
  owner: Element | null
}

interface Group {
  subject: Subject
  /** Of whom or what the rows are. */
  name: string
  items: readonly MenuRow[]
}

/** Everything that can be done here, to be searched. */
export function ActionPalette({ subjects, owner, close }: ActionPaletteProps) {
  const [groups] = useState(() => groupsOf(subjects))
  const { contains } = Autocomplete.useFilter({ locale, sensitivity: 'base' })
  const perform = (row: MenuRow) => {
    close()
    // What the action opens takes the focus from there, and gives it back there.
    setTimeout(() => {
      if (owner instanceof HTMLElement) owner.focus({ preventScroll: true })
      row.perform()
    })
  }
  return (
    <Dialog title={t('palette.title')}>
      <Autocomplete.Root
        open
        inline
        items={groups}
        itemToStringValue={({ name }: MenuRow) => name}
        filter={({ name }: MenuRow, query) => query.split(/\s+/).every((word) => contains(name, word))}
        autoHighlight="always"
        keepHighlight
      >
        <Autocomplete.InputGroup className={inputs.box}>
          <Icon of={magnifyingGlass} size={20} className={inputs.icon} />
          <Autocomplete.Input aria-label={t('palette.search')} placeholder={t('palette.search')} />
        </Autocomplete.InputGroup>
        <Autocomplete.Empty className={css.empty}>{t('palette.none')}</Autocomplete.Empty>
        <Autocomplete.List className={css.list}>
          {({ subject, name, items }: Group) => (
            <Autocomplete.Group key={`${subject.type}:${subject.id}`} items={items}>
              <Autocomplete.GroupLabel className={css.group}>{name}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(row: MenuRow) => (
                  <Autocomplete.Item
                    key={row.id}
                    value={row}
                    className={parts.row}
                    disabled={row.disabledReason !== undefined}
                    aria-keyshortcuts={row.keys && ariaKeys(row.keys)}
                    onClick={() => perform(row)}
                  >
                    <Icon of={row.icon} size={22} className={parts.icon} />
                    <span className={parts.name}>
                      {row.name}
                      {row.disabledReason && <small className={parts.reason}>{row.disabledReason}</small>}
                    </span>
                    {row.keys && (
                      <kbd className={parts.keys} aria-hidden="true">
                        {shownKeys(row.keys)}
                      </kbd>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  )
}

/** What can be done with each of them. */
function groupsOf(subjects: readonly Subject[]): Group[] {
  const reader = readerNow()
  return subjects
    .map((subject) => ({
      subject,
      name: subject.name || t('palette.anywhere'),
      items: rowsOf<SubjectType>(actionsOf(subject.type), subject, reader),
    }))
    .filter(({ items }) => items.length > 0)
}
