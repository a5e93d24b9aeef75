import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { sortedRows } from '#ui/drag/late-elements.ts'
import { DragGrip } from '#ui/DragGrip.tsx'
import { FieldError } from '#ui/Field.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { plus, trash } from '#ui/icons.ts'
import { announce } from '#ui/toasts.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { limits } from '../../rules.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'

interface CarouselsFieldProps {
  /** Ids of series. */
  series: readonly string[]
  onChange: (series: readonly string[]) => void
  errors: Readonly<Record<string, string>>
}

/** Series that are shown as carousels. Operators order them by drag or keyboard. */
export function CarouselsField({ series, onChange, errors }: CarouselsFieldProps) {
  const errorOf = (index: number) => errors[`content.carousels.${index}`]
  const ownError = series.some((_, index) => errorOf(index)) ? undefined : errors['content.carousels']
  async function add() {
    const added = await openDialog(() => import('./SeriesDialog.tsx').then((module) => module.SeriesDialog), { chosen: series })
    if (added !== undefined) onChange([...series, added])
  }
  const remove = (id: string) => {
    // Focuses the list, because the pressed button disappears with its series.
    document.getElementById('carousels')?.focus()
    onChange(series.filter((item) => item !== id))
  }
  const move = (id: string, name: string, to: number) => {
    onChange(series.filter((item) => item !== id).toSpliced(to, 0, id))
    announce(t('pages.moved', { name }))
  }
  return (
    <section className={css.part} aria-labelledby="carousels">
      <h3 id="carousels" className={css.subtitle} tabIndex={-1} data-invalid={errors['content.carousels'] && true}>
        {t('pages.carousels')}
      </h3>
      <p className={css.quiet}>{t('pages.carousels_help')}</p>
      {series.length > 0 && (
        <ol className={css.rows} aria-labelledby="carousels">
          {series.map((id, index) => (
            <CarouselRow key={id} id={id} error={errorOf(index)} onMove={(name, to) => move(id, name, to)} onRemove={() => remove(id)} />
          ))}
        </ol>
      )}
      {ownError !== undefined && <FieldError>{ownError}</FieldError>}
      {series.length < limits.carousels ? (
        <div className={css.buttons}>
          <Button size="s" icon={plus} onClick={() => void add()}>
            {t('pages.add_series')}
          </Button>
        </div>
      ) : (
        <p className={css.quiet}>{t('pages.series_full', { count: limits.carousels })}</p>
      )}
    </section>
  )
}

interface RowProps {
  id: string
  error: string | undefined
  onMove: (name: string, to: number) => void
  onRemove: () => void
}

function CarouselRow({ id, error, onMove, onRemove }: RowProps) {
  const { data, error: failure } = useRead(channelsContract.getSeries, { params: { id }, query: {} })
  const name = data?.name ?? (failure ? t('pages.series_gone', { id }) : id)
  return (
    <li ref={sortedRows.ref(id)} className={css.row}>
      <DragGrip label={t('pages.grip', { name })} name={name} listName={t('pages.carousels')} onDrop={(to) => onMove(name, to)} />
      <div className={css.words}>
        <bdi className={css.name}>{name}</bdi>
        {error !== undefined && <FieldError>{error}</FieldError>}
      </div>
      <IconButton icon={trash} label={t('pages.remove_series', { name })} onClick={onRemove} />
    </li>
  )
}
