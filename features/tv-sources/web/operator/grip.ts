/** A draggable row of a list, for `DragGrip`. */
interface Row {
  id: string
  name: string
  listName: string
  onDrop: (index: number) => void
}

export async function dragSourceOf({ id, name, listName, onDrop }: Row) {
  const { sortedRowSource } = await import('#ui/drag/list-source.ts')
  return (grip: HTMLElement) => {
    const row = grip.closest<HTMLElement>('[data-sorted]')
    const idOf = ({ dataset }: HTMLElement) => dataset['sorted']
    return row ? sortedRowSource({ grip, row, id, name, listName, idOf, onDrop }) : undefined
  }
}
