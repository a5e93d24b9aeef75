import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { pageHistory } from '#shell/navigation.ts'
import { searches } from '#shell/paths.ts'
import css from './SearchPanel.module.css'
import { SearchPanel } from './SearchPanel.tsx'
import { SuggestedTags } from './Suggestions.tsx'
import { t } from './texts.ts'

/** Returns the search in the address of the page, so that the user can change it. */
function searchInAddress() {
  const { path, search } = pageHistory.get()
  const params = new URLSearchParams(path.endsWith('/search') ? search : '')
  const [type, keyword] = searches.search.map((name) => params.get(name))
  return { keyword: keyword ?? '', scope: type === 'my' ? 'my' : 'all' } as const
}

/** Searches while the user types, over any screen. */
export const SearchDialog = ({ close }: CloseProps) => (
  <Dialog title={t('title')} isScreen>
    <SearchPanel
      initial={searchInAddress()}
      onOpen={() => close()}
      className={css.inDialog}
      aside={
        <Button kind="text" onClick={() => close()}>
          {t('cancel')}
        </Button>
      }
    >
      <SuggestedTags title={t('tags')} className={css.tags} />
    </SearchPanel>
  </Dialog>
)
