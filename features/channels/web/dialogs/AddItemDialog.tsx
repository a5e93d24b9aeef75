import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { parseLink } from '#features/media/addresses.ts'
import { addressTitle } from '#features/media/link-title.ts'
import { formatList } from '#kit/web/format.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Button } from '#ui/Button.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { stopOfCard } from '#ui/drag/late-elements.ts'
import { focusOn } from '#ui/focus.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { toast } from '#ui/toasts.ts'
import { Slot } from '#shell/Slot.tsx'
import { recordStep } from '#shell/undo-history.ts'
import type { Playlist, Video } from '../../contract.ts'
import type { ItemSource } from '../subjects.ts'
import { t } from '../texts.ts'
import { createAddStep, findAddedVideos, type NewVideos } from './add/added-videos.ts'
import { LinkField } from './add/LinkField.tsx'
import { LinkItemFields, TitleField } from './add/LinkItemFields.tsx'
import { LinkList } from './add/LinkList.tsx'
import { completeLink, isValidLink, parseLinks, type ParsedLinks } from '../links.ts'
import { LinkNotes, SkippedNotes } from './add/LinkNotes.tsx'
import { type Destination, SeriesChoice } from './add/SeriesChoice.tsx'
import { useAddItems } from './add/useAddItems.ts'
import { draftFields, useItemDraft } from './add/useItemDraft.ts'
import { useLinkList } from './add/useLinkList.ts'
import { useLinkMetas } from './add/useLinkMetas.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Alternatives to a link in the add dialog, such as files. */
    'item.source': 'new-item'
  }
}

interface AddItemDialogProps extends CloseProps {
  channel: Playlist
  /** The series that is selected at first. */
  into?: string | undefined
  /** Initial text with links. */
  pasted?: string | undefined
  /** Initial files. */
  dropped?: readonly File[] | undefined
  /** The position of the items in that series, and the dialog's title. */
  insert?: { index: number; title: string } | undefined
}

/** Fields of a single item that show their own errors. */
const shownFields = ['src', 'title', 'description', 'image'].map((name) => `videos.0.${name}`)

/** Adds items from pasted links: a single item with a preview, or several together. */
export function AddItemDialog({ channel, into, pasted, dropped = [], insert, close }: AddItemDialogProps) {
  const [typed, setTyped] = useState('')
  const [source, setSource] = useState<ItemSource>()
  const [to, setTo] = useState<Destination>(() => firstDestination(channel, into))
  /** Number of items that were already inserted at the position. Further items follow them. */
  const [inserted, setInserted] = useState(0)
  /** Items that were added before a later call was refused. */
  const sentVideos = useRef<NewVideos>([])
  const metas = useLinkMetas()
  const { add, prepareSeries, busy, error } = useAddItems(channel)
  const { fields } = formErrors(error)
  const list = useLinkList(metas, fields)

  const link = completeLink(typed)
  const isValid = isValidLink(typed)
  const meta = isValid ? metas.metaOf(link) : undefined
  // Omits the title, because the server names items of Watch Later by host and time.
  const page = channel.watch_later && meta?.found ? { ...meta.found, title: '' } : meta?.found
  const { draft, give } = useItemDraft(source ? { title: source.title, description: '', image: '' } : page)

  const isList = list.links.length > 0
  const count = source ? source.count : isList ? list.links.length : 1
  const series = 'id' in to ? channel.series.find(({ id }) => id === to.id)?.name : to.name.trim() || t('add.first_series')
  const intoNew = 'name' in to && channel.series.length > 0
  const newSeriesField = intoNew ? ['name'] : []
  const { message } = formErrors(error, [
    ...(isList ? list.links.map((_, index) => `videos.${index}.src`) : shownFields),
    ...newSeriesField,
  ])

  const addSeveral = (pasted: ParsedLinks) => {
    setTyped('')
    list.take(pasted)
  }
  // Text pasted on the page is handled like text pasted in the field.
  const begin = useEffectEvent((text: string) => {
    const result = parseLinks(text)
    const [first] = result.links
    if (result.links.length + result.others.length > 1) addSeveral(result)
    else if (first) {
      setTyped(first)
      void metas.ask([first])
    }
  })
  useEffect(() => {
    if (pasted === undefined) return
    const beginning = setTimeout(() => begin(pasted))
    return () => clearTimeout(beginning)
  }, [pasted])

  const submit = () => {
    if (source) {
      prepareSeries(to, (series) => {
        source.add({ series, index: insert && insert.index + inserted, title: source.count === 1 ? draft.title : undefined })
        close()
      })
      return
    }
    const videos = isList ? list.links.map((src) => ({ src })) : [{ src: link, ...draftFields(draft, Boolean(meta?.found)) }]
    const orderedVideos = insert ? videos.map((video, index) => ({ ...video, order: insert.index + inserted + index })) : videos
    const allVideos = [...sentVideos.current, ...orderedVideos]
    add(orderedVideos, to, {
      sending: (videos) => list.send(videos.map(({ src }) => src)),
      added(videos, { id }) {
        sentVideos.current = [...sentVideos.current, ...videos]
        setTo({ id })
        setInserted((now) => now + videos.length)
        list.remove(...videos.map(({ src }) => src))
      },
      done(added) {
        close()
        const newVideos = findAddedVideos(channel, added)
        const [first] = newVideos
        if (first) focusOn(() => stopOfCard(first.id))
        const unread = countWithoutTitle(newVideos, (src) => metas.metaOf(src)?.found !== undefined)
        if (unread > 0) toast(t('add.done_unread', { count: unread }), { warning: true })
        recordStep(createAddStep(channel, added, allVideos, t('add.done', { count, series: added.name })))
      },
    })
  }

  return (
    <FormDialog
      title={insert?.title ?? t('add.title')}
      submit={intoNew && to.name.trim() === '' ? t('add.action_new', { count }) : t('add.action', { count, series: series ?? '' })}
      onSubmit={submit}
      filled={typed !== '' || isList || source !== undefined}
      busy={busy}
      disabled={source ? !source.isGood : isList ? list.wrong.length > 0 : !isValid || meta?.error !== undefined}
      error={isList && list.wrong.length > 0 ? skipRequiredText(list.links, list.wrong) : message}
      aside={
        isList && list.wrong.length > 0 && <Button onClick={list.removeWrong}>{t('add.leave_out', { count: list.wrong.length })}</Button>
      }
    >
      <LinkField
        value={typed}
        disabled={source !== undefined}
        onChange={setTyped}
        onDone={(fullChannel) => {
          const address = completeLink(fullChannel)
          if (isList) addSeveral({ links: [address], others: [] })
          else void metas.ask([address])
        }}
        onLinksPasted={addSeveral}
        wrong={meta?.error}
        error={isList ? undefined : fields['videos.0.src']}
        help={typed === '' && !isList && !source ? t('add.link_help') : undefined}
      />
      <Slot
        name="item.source"
        subject={{ type: 'new-item', id: channel.id, name: '', channel, hasLink: typed !== '' || isList, dropped, choose: setSource }}
      />
      {source?.count === 1 && <TitleField value={draft.title} onChange={(title) => give({ title })} />}
      {isList && <LinkList links={list.links} metaOf={metas.metaOf} wrongOf={list.wrongOf} onRemove={list.remove} />}
      <SkippedNotes {...list} />
      {!isList && <LinkNotes link={link} meta={meta} onLeave={() => close()} />}
      {!isList && isValid && (
        <LinkItemFields
          link={link}
          meta={meta}
          draft={draft}
          onChange={give}
          titleHelp={channel.watch_later ? t('add.title_by_time') : undefined}
          errors={fields}
        />
      )}
      {channel.series.length > 0 && !insert && <SeriesChoice channel={channel} value={to} onChange={setTo} error={fields['name']} />}
    </FormDialog>
  )
}

/** Returns a text that names the lines with errors. For a single line, also names its link. */
const skipRequiredText = (links: readonly string[], places: readonly number[]) =>
  t('add.must_go', { count: places.length, places: formatList(places.map(String)), link: links[places[0]! - 1] ?? '' })

/** Counts added videos whose title is only their address. Omits videos for which the dialog has already shown this. */
const countWithoutTitle = (addedVideos: readonly Video[], isKnownUnread: (src: string) => boolean): number =>
  addedVideos.filter(({ src, title }) => {
    const url = src === null ? undefined : parseLink(src)
    return url && !isKnownUnread(src!) && title === addressTitle(url)
  }).length

/** Returns the named series, or else the first series other than the banner. For an empty channel: a new series. */
function firstDestination({ series }: Playlist, into: string | undefined): Destination {
  const result = series.find(({ id }) => id === into) ?? series.find(({ type }) => type !== 'header') ?? series[0]
  return result ? { id: result.id } : { name: '' }
}
