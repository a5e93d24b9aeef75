import { type FormEvent, useId } from 'react'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { usePages, useRead } from '#kit/web/use.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { Disc } from '#ui/Disc.tsx'
import { sortedRows } from '#ui/drag/late-elements.ts'
import { DragGrip } from '#ui/DragGrip.tsx'
import { Field } from '#ui/Field.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { trash } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { State } from '#ui/State.tsx'
import { toast } from '#ui/toasts.ts'
import { latePaths } from '#shell/late-paths.ts'
import { siteContract } from '../contract.ts'
import type { Orphan } from '../contract/names.ts'
import { PartSkeleton } from './PartSkeleton.tsx'
import css from './site.module.css'
import { t } from './texts.ts'

/** Channels that everybody sees first, and channels without an owner. */
export const ChannelsPart = () => (
  <>
    <Defaults />
    <Orphans />
  </>
)

function Defaults() {
  const read = useRead(siteContract.listDefaultChannels, {})
  const set = useChange(siteContract.setDefaultChannels)
  const { message, fields } = formErrors(set.error, ['channels'])
  return (
    <section className={css.card} aria-labelledby="defaults">
      <h2 id="defaults" className={css.title}>
        {t('defaults.title')}
      </h2>
      <p className={css.quiet}>
        {t.rich('defaults.text', {
          promotions: (
            <a key="promotions" href={`${latePaths.operatorTv()}#promotions`}>
              {t('defaults.promotions')}
            </a>
          ),
        })}
      </p>
      <Loaded read={read} failed={t('operator.failed')} skeleton={<PartSkeleton />}>
        {({ channels, version }) => {
          const ids = channels.map(({ id }) => id)
          const put = (next: string[], done: string, form?: HTMLFormElement) =>
            set.mutate(
              { body: { channels: next, version } },
              {
                onSuccess() {
                  form?.reset()
                  toast(done)
                },
              },
            )
          const add = (event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            const form = event.currentTarget
            put([...ids, formText(new FormData(form), 'id').trim()], t('defaults.added'), form)
          }
          return (
            <>
              {channels.length === 0 && <State title={t('defaults.none')} picture="none" />}
              <ol className={css.rows} aria-label={t('defaults.title')}>
                {channels.map(({ id, name, image, owner, is_shown: isShown }) => (
                  <li key={id} ref={sortedRows.ref(id)} className={css.row}>
                    <DragGrip
                      label={t('defaults.grip', { name })}
                      name={name}
                      listName={t('defaults.title')}
                      onDrop={(to) => put(ids.filter((one) => one !== id).toSpliced(to, 0, id), t('defaults.moved', { name }))}
                    />
                    <Disc id={id} name={name} picture={image} size={44} />
                    <div className={css.words}>
                      <span className={css.name}>{name}</span>
                      <p className={css.quiet}>
                        {[owner ?? t('operator.nameless'), !isShown && t('defaults.hidden')].filter(Boolean).join(' · ')}
                      </p>
                    </div>
                    <IconButton
                      icon={trash}
                      label={t('defaults.remove', { name })}
                      onClick={() => put(ids.filter((one) => one !== id), t('defaults.removed', { name }))}
                    />
                  </li>
                ))}
              </ol>
              {message && <Alert>{message}</Alert>}
              <form onSubmit={add} noValidate>
                <Field label={t('defaults.id')} help={t('defaults.id_help')} error={fields['channels']}>
                  <TextInput name="id" autoComplete="off" />
                </Field>
                <div className={css.buttons}>
                  <Button type="submit" size="s" busy={set.isPending}>
                    {t('defaults.add')}
                  </Button>
                </div>
              </form>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

function Orphans() {
  const pages = usePages(siteContract.listOrphans, { query: {} })
  return (
    <section className={css.card} aria-labelledby="orphans">
      <h2 id="orphans" className={css.title}>
        {t('orphans.title')}
      </h2>
      <p className={css.quiet}>{t('orphans.text')}</p>
      <Loaded read={{ ...pages, data: pages.items }} failed={t('operator.failed')} skeleton={<PartSkeleton />}>
        {(items) =>
          items.length === 0 ? (
            <State title={t('orphans.none')} picture="none" />
          ) : (
            <>
              <ul className={css.rows} aria-label={t('orphans.title')}>
                {items.map((orphan) => (
                  <OrphanRow key={orphan.id} orphan={orphan} />
                ))}
              </ul>
              <MoreBelow pages={pages} skeleton={<PartSkeleton />} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function OrphanRow({ orphan: { id, name: given, channels } }: { orphan: Orphan }) {
  const heading = useId()
  const hand = useChange(siteContract.handOver)
  const { message, fields } = formErrors(hand.error, ['user_id'])
  const name = given || t('orphans.deleted')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const userId = formText(new FormData(event.currentTarget), 'user_id').trim()
    const question = { title: t('orphans.ask', { name }), text: t('orphans.effect', { count: channels }), action: t('orphans.hand') }
    if (!(await confirm(question))) return
    hand.mutate({ params: { id }, body: { user_id: userId, channels } }, { onSuccess: () => toast(t('orphans.done', { count: channels })) })
  }
  return (
    <li className={css.row}>
      <div className={css.words}>
        <span id={heading} className={css.name}>
          {name}
        </span>
        <p className={css.quiet}>{t('orphans.count', { count: channels })}</p>
      </div>
      <form aria-labelledby={heading} onSubmit={(event) => void submit(event)} noValidate>
        <Field label={t('orphans.user')} error={fields['user_id']}>
          <TextInput name="user_id" autoComplete="off" />
        </Field>
        {message && <Alert>{message}</Alert>}
        <Button type="submit" size="s" busy={hand.isPending}>
          {t('orphans.hand')}
        </Button>
      </form>
    </li>
  )
}
