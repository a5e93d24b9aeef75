import { useEffect, useState } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { Segment } from '#ui/choices.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { useCurrentPath, useGo } from '#shell/navigation.ts'
import { paths, type Search, type searches } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { categories, type Category, limits } from '../rules.ts'
import { isLongEnough } from '../tokens.ts'
import { CategoryView } from './CategoryView.tsx'
import { Overview } from './Overview.tsx'
import css from './SearchScreen.module.css'
import { scopes } from './searches.ts'
import { Suggestions } from './Suggestions.tsx'
import { scopeName, t } from './texts.ts'

/** Debounce of typing, in ms. */
const lookAfterMs = 300
const searchPath = '/search'

/** Searches everything. The keyword, the scope and the category are in the address. */
export function SearchScreen({ keyword = '', type, category: asked }: Search<typeof searches.search>) {
  const go = useGo()
  const signedIn = useSignedIn()
  // False during navigation to another screen, whose code may still be loading.
  const isHere = useCurrentPath() === searchPath
  const [typed, setTyped] = useState(keyword)
  const wanted = keyword.trim()
  const scope = signedIn && type === 'my' ? 'my' : 'all'
  const category = categories.find((one) => one === asked)
  const address = (next: { keyword?: string; type?: string | undefined; category?: Category | undefined }) =>
    paths.search({ type, keyword: wanted || undefined, category, ...next })

  // An address change (a tag, the back button) starts another search.
  const [shown, setShown] = useState(keyword)
  if (shown !== keyword) {
    setShown(keyword)
    if (typed.trim() !== wanted) setTyped(keyword)
  }
  const next = paths.search({ type, keyword: typed.trim() || undefined, category })
  useEffect(() => {
    if (!isHere || typed.trim() === wanted) return
    const timer = setTimeout(() => go(next, { replace: true }), lookAfterMs)
    return () => clearTimeout(timer)
  }, [isHere, typed, wanted, next, go])

  const search = { keyword: wanted, scope } as const
  return (
    <Screen title={t('title')} back={category && address({ category: undefined })}>
      <SearchField className={css.search} label={t('label')} value={typed} maxLength={limits.keyword} onChange={setTyped} />
      {signedIn && (
        <div className={css.scope}>
          <Segment
            label={t('scope.label')}
            options={scopes.map((value) => ({ value, name: scopeName(value) }))}
            value={scope}
            onChange={(value) => go(address({ type: value === 'my' ? value : undefined }), { replace: true })}
          />
        </div>
      )}
      {!isLongEnough(wanted) ? (
        <>
          <p className={css.hint}>{t('hint')}</p>
          <Suggestions />
        </>
      ) : category ? (
        <CategoryView key={category} search={search} category={category} />
      ) : (
        <Overview search={search} addressOf={(one) => address({ category: one })} />
      )}
    </Screen>
  )
}
