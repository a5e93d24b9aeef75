import { ButtonLink } from '#ui/Button.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { isLongEnough, isSearchable } from '../tokens.ts'
import type { Search } from './searches.ts'
import { scopeName, t } from './texts.ts'

const withoutLastWord = (keyword: string) => keyword.split(/\s+/).slice(0, -1).join(' ')

/** Offers wider searches: among all things instead of the user's own, and without the last word. */
export function NothingFound({ keyword, scope }: Search) {
  const shortened = withoutLastWord(keyword)
  const hasFewer = isLongEnough(shortened)
  if (!isSearchable(keyword)) return <StateMessage picture="none" title={t('none', { keyword })} text={t('none_signs')} />
  return (
    <StateMessage
      picture="none"
      title={t('none', { keyword })}
      text={scope === 'my' ? t('none_my') : hasFewer ? undefined : t('none_text')}
    >
      {(scope === 'my' || hasFewer) && (
        <>
          {scope === 'my' && (
            <ButtonLink kind="accent" href={paths.search({ keyword })}>
              {t('in_all', { scope: scopeName('all') })}
            </ButtonLink>
          )}
          {hasFewer && (
            <ButtonLink href={paths.search({ keyword: shortened, type: scope === 'my' ? scope : undefined })}>
              {t('fewer', { keyword: shortened })}
            </ButtonLink>
          )}
        </>
      )}
    </StateMessage>
  )
}
