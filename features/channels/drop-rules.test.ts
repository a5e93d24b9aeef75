import { describe, expect, test } from 'vitest'
import {
  type DragKind,
  dragPlaces,
  type DragSource,
  type DropPlace,
  dropPlaces,
  dropRefusals,
  dropResult,
  combinedDropResult,
  dropRoles,
  type DropTarget,
  statusForPlace,
} from './drop-rules.ts'
import { status, statuses, type StatusId } from './rules.ts'

const { private: onlyMe, privateLink: byLink, public: everybody } = status
const statusIds = statuses.map(({ id }) => id)

/** All drop targets, by their name in the matrix. `own`: the source's container. */
const targets = {
  archive: { at: 'archive' },
  left: { at: 'left' },
  groups: { at: 'groups' },
  other: { at: 'other' },
  public: { at: 'public' },
  'own group': { at: 'group', id: 'ownGroup' },
  'a group': { at: 'group', id: 'group' },
  'own channel': { at: 'channel', id: 'ownChannel' },
  'a channel': { at: 'channel', id: 'channel' },
  'own series': { at: 'series', id: 'ownSeries' },
  'a series': { at: 'series', id: 'series' },
  shortcuts: { at: 'shortcuts' },
  'on archived channel': { at: 'on_channel', id: 'channel', place: 'archive' },
  'on left channel': { at: 'on_channel', id: 'channel', place: 'left' },
  'on other channel': { at: 'on_channel', id: 'channel', place: 'other' },
  'on public channel': { at: 'on_channel', id: 'channel', place: 'public' },
  'on grouped channel': { at: 'on_channel', id: 'channel', place: 'group' },
  'on own channel': { at: 'on_channel', id: 'ownChannel', place: 'other' },
  'on special': { at: 'on_special', id: 'special' },
  'on own special': { at: 'on_special', id: 'ownChannel' },
  'on own group': { at: 'on_group', id: 'ownGroup' },
  'on a group': { at: 'on_group', id: 'group' },
  'on own series': { at: 'on_series', id: 'ownSeries' },
  'on a series': { at: 'on_series', id: 'series' },
} as const satisfies Record<string, DropTarget>
type TargetName = keyof typeof targets

/** Short names of refusals. In the matrix, `!` precedes a refusal; `.` stands for a combination that doesn't exist. */
const codes = {
  special: 'special_channel',
  same: 'already_there',
  archived: 'is_archived',
  nested: 'group_in_group',
  groups: 'groups_only',
  together: 'groups_stand_together',
  channels: 'channel_in_channel',
  channel: 'needs_channel',
  series: 'needs_series',
  packages: 'shortcuts_only',
  stay: 'shortcuts_stand_together',
} as const

/** The result for an editor: one line per target, one column per kind and place of the source. */
const matrix = `
                     channel:archive  channel:left  channel:other  channel:public  channel:group  special:account  group:groups  group:archive  series:channel   video:series     shortcut:shortcuts
archive              reorder          archive       archive        archive         archive        !special         archive       reorder        !channel         !channel         !stay
left                 restore          reorder       move           move            leave_group    !special         !together     !together      !channel         !channel         !stay
groups               !groups          !groups       !groups        !groups         !groups        !special         reorder       restore        !channel         !channel         !stay
other                restore          move          reorder        move            leave_group    !special         !together     !together      !channel         !channel         !stay
public               restore          move          move           reorder         leave_group    !special         !together     !together      !channel         !channel         !stay
own_group            .                .             .              .               reorder        .                .             .              .                .                .
a_group              join_group       join_group    join_group     join_group      join_group     !special         !nested       !nested        !channel         !channel         !stay
own_channel          .                .             .              .               .              .                .             .              reorder          !series          .
a_channel            !channels        !channels     !channels      !channels       !channels      !special         !channels     !channels      move_to_channel  !series          !stay
own_series           .                .             .              .               .              .                .             .              .                reorder          .
a_series             !channels        !channels     !channels      !channels       !channels      !special         !channels     !channels      !channel         move             !stay
shortcuts            !packages        !packages     !packages      !packages       !packages      !special         !packages     !packages      !channel         !channel         reorder
on_archived_channel  !archived        !archived     !archived      !archived       !archived      !special         !together     !together      move_to_channel  move_to_channel  !stay
on_left_channel      make_group       make_group    make_group     make_group      make_group     !special         !together     !together      move_to_channel  move_to_channel  !stay
on_other_channel     make_group       make_group    make_group     make_group      make_group     !special         !together     !together      move_to_channel  move_to_channel  !stay
on_public_channel    make_group       make_group    make_group     make_group      make_group     !special         !together     !together      move_to_channel  move_to_channel  !stay
on_grouped_channel   !nested          !nested       !nested        !nested         !nested        !special         !together     !together      move_to_channel  move_to_channel  !stay
on_own_channel       .                .             .              .               .              .                .             .              !same            !same            .
on_special           !special         !special      !special       !special        !special       !special         !special      !special       move_to_channel  move_to_channel  !stay
on_own_special       .                .             .              .               .              .                .             .              !same            !same            .
on_own_group         .                .             .              .               !same          .                .             .              .                .                .
on_a_group           join_group       join_group    join_group     join_group      join_group     !special         !nested       !nested        !channel         !channel         !stay
on_own_series        .                .             .              .               .              .                .             .              .                !same            .
on_a_series          !channels        !channels     !channels      !channels       !channels      !special         !channels     !channels      !channel         join_series      !stay
`

const [head = '', ...lines] = matrix.trim().split('\n')
const columns = head.trim().split(/\s+/)
const expected = new Map(
  lines.flatMap((line) => {
    const [name = '', ...cells] = line.split(/\s+/)
    return cells.map((cell, index) => [`${columns[index]} ${name.replaceAll('_', ' ')}`, cell] as const)
  }),
)

const allSources: DragSource[] = (Object.keys(dragPlaces) as DragKind[]).flatMap((kind) =>
  dragPlaces[kind].map((place) => ({
    kind,
    place,
    id: 'dragged',
    ...(kind === 'channel' && { status_id: onlyMe, groupId: place === 'group' ? 'ownGroup' : null }),
    ...((kind === 'series' || kind === 'video') && { channelId: 'ownChannel' }),
    ...(kind === 'video' && { seriesId: 'ownSeries' }),
  })),
)
const names = Object.keys(targets) as TargetName[]
/** Whether the combination exists: for a target named `own`, the source must be in a container of that kind. */
const isPossibleDrop = ({ groupId, channelId, seriesId }: DragSource, { id }: DropTarget) =>
  !id?.startsWith('own') || [groupId, channelId, seriesId].includes(id)

describe('drop rules', () => {
  test('the matrix lists every kind and place of a source, and every target', () => {
    expect(columns).toEqual(allSources.map(({ kind, place }) => `${kind}:${place}`))
    expect(lines.map((line) => line.split(/\s+/)[0]?.replaceAll('_', ' '))).toEqual(names)
    expect(expected.size).toBe(columns.length * names.length)
    const reachedPlaces = new Set<DropPlace>(Object.values(targets).map(({ at }) => at))
    expect([...reachedPlaces].toSorted()).toEqual([...dropPlaces.list, ...dropPlaces.thing].toSorted())
  })

  test.each(allSources.flatMap((source) => names.map((name) => [`${source.kind}:${source.place}`, name, source] as const)))(
    'dropping %s at %s follows the matrix',
    (column, name, source) => {
      const cell = expected.get(`${column} ${name}`)!
      const target = targets[name]
      expect(cell === '.').toBe(!isPossibleDrop(source, target))
      if (cell === '.') return
      const refused = cell.startsWith('!') ? codes[cell.slice(1) as keyof typeof codes] : undefined
      // Detects short names that don't exist: the test would then expect no refusal.
      if (cell.startsWith('!')) expect(refused).toBeDefined()
      for (const role of dropRoles) {
        const refusal = role === 'guest' ? 'login_required' : role === 'viewer' ? 'forbidden' : refused
        const result = dropResult(source, target, role)
        if (refusal) expect(result).toEqual({ allowed: false, refusal })
        else expect(result).toMatchObject({ allowed: true, act: cell })
      }
    },
  )

  test('a thing can’t be dropped on itself', () => {
    for (const source of allSources)
      for (const at of dropPlaces.thing)
        expect(dropResult(source, { at, id: source.id }, 'editor')).toEqual({ allowed: false, refusal: 'onto_itself' })
  })

  test('equal results are the same object, and every refusal occurs', () => {
    const seenSubjects = new Set<string>()
    for (const source of allSources)
      for (const role of dropRoles)
        for (const target of [...Object.values(targets), { at: 'on_channel', id: source.id } as const]) {
          const result = dropResult(source, target, role)
          expect(dropResult({ ...source }, { ...target }, role)).toBe(result)
          if (!result.allowed) seenSubjects.add(result.refusal)
        }
    expect([...seenSubjects].toSorted()).toEqual([...dropRefusals].toSorted())
  })
})

describe('status of a dropped channel', () => {
  /**
   * The new status per target, in columns for the former status: Private, Private link, Public. `+` asks to publish, `-` to unpublish.
   * Groups have a line for each status of the group.
   */
  const become = `
    archive          1  2  3
    left             1  2  1-
    other            1  2  1-
    public           3+ 3+ 3
    own group of 1   1  2  3
    own group of 2   1  2  3
    own group of 3   1  2  3
    group of 1       1  1  1-
    group of 2       1  2  2-
    group of 3       1  3+ 3
    on group of 1    1  1  1-
    on group of 2    1  2  2-
    on group of 3    1  3+ 3
    on channel       1  2  3
  `
  const rows = become
    .trim()
    .split('\n')
    .map((line) => /^\s*(.+?)\s+(\d\S?)\s+(\d\S?)\s+(\d\S?)$/.exec(line)!.slice(1))

  test('the table lists every target that accepts channels', () => {
    const taking = names.filter((name) =>
      allSources.some(({ kind, place }) => kind === 'channel' && !/^[!.]/.test(expected.get(`${kind}:${place} ${name}`)!)),
    )
    const ats = new Set(taking.map((name) => targets[name].at))
    expect([...ats].toSorted()).toEqual(['archive', 'group', 'left', 'on_channel', 'on_group', 'other', 'public'])
    expect(rows).toHaveLength(5 + 3 * statusIds.length)
  })

  test.each(rows.flatMap(([name = '', ...cells]) => statusIds.map((now, index) => [name, now, cells[index]!] as const)))(
    '%s changes a channel of status %d to %s',
    (name, now, cell) => {
      const of = Number(/ of (\d)$/.exec(name)?.[1]) as StatusId
      const target: DropTarget = /group/.test(name)
        ? { at: name.startsWith('on') ? 'on_group' : 'group', id: name.startsWith('own') ? 'own' : 'group', status_id: of }
        : name === 'on channel'
          ? { at: 'on_channel', id: 'channel', place: 'other' }
          : { at: name as DropPlace }
      // The source's place differs from every target except its own group.
      const source: DragSource = { kind: 'channel', place: 'group', groupId: 'own', id: 'dragged', status_id: now }
      const next = Number(cell[0])
      const asks = cell.endsWith('+') ? 'publish' : cell.endsWith('-') ? 'unpublish' : undefined
      const result = dropResult(source, target, 'editor')
      expect(result).toEqual({ allowed: true, act: expect.any(String), ...(next !== now && { status_id: next }), ...(asks && { asks }) })
    },
  )

  test('a group keeps the status of private channels, and asks before it publishes or unpublishes others', () => {
    for (const of of statusIds) expect(statusForPlace(onlyMe, { at: 'group', status_id: of })).toBe(onlyMe)
    expect(statusForPlace(byLink, { at: 'on_group', status_id: everybody })).toBe(everybody)
  })
})

describe('dropping several things', () => {
  const channel = (id: string, place: 'left' | 'other' | 'public' | 'group' | 'archive' = 'other', overrides: Partial<DragSource> = {}) =>
    ({ kind: 'channel', place, id, status_id: place === 'public' ? everybody : onlyMe, ...overrides }) as const

  test('the drop has the same effect on all things; the place decides their status, and publishing requires confirmation', () => {
    const channels = [channel('a'), channel('b', 'left'), channel('c', 'public')]
    expect(combinedDropResult(channels, { at: 'left' }, 'editor')).toEqual({ allowed: true, act: 'move', asks: 'unpublish' })
    expect(combinedDropResult(channels, { at: 'public' }, 'editor')).toEqual({
      allowed: true,
      act: 'move',
      asks: 'publish',
      status_id: everybody,
    })
    expect(combinedDropResult(channels.slice(0, 2), { at: 'on_channel', id: 'x' }, 'editor')).toEqual({ allowed: true, act: 'make_group' })
    expect(combinedDropResult([channel('a'), channel('b')], { at: 'other' }, 'editor')).toEqual({ allowed: true, act: 'reorder' })
    expect(combinedDropResult([channel('a')], { at: 'left' }, 'editor')).toBe(dropResult(channel('a'), { at: 'left' }, 'editor'))
  })

  test('a drop is refused if one thing is refused, which is named; things already there move along', () => {
    const channels = [channel('a'), channel('b')]
    expect(combinedDropResult(channels, { at: 'on_channel', id: 'b' }, 'editor')).toEqual({
      allowed: false,
      refusal: 'onto_itself',
      refusedId: 'b',
    })
    expect(combinedDropResult(channels, { at: 'left' }, 'viewer')).toMatchObject({ refusal: 'forbidden', refusedId: 'a' })
    const inGroup = (id: string) => channel(id, 'group', { groupId: 'g' })
    const onGroup = { at: 'on_group', id: 'g', status_id: onlyMe } as const
    expect(combinedDropResult([inGroup('a'), channel('b')], onGroup, 'editor')).toEqual({ allowed: true, act: 'join_group' })
    expect(combinedDropResult([inGroup('a'), inGroup('b')], onGroup, 'editor')).toMatchObject({ refusal: 'already_there' })
  })
})
