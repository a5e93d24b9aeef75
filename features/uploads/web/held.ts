const nameOf = (uploadId: string) => `choice-upload-${uploadId}`
const held = new Set<string>()

/** Tells the other tabs of this browser that this one sends an upload. @returns ends that */
export function holdUpload(uploadId: string): () => void {
  const name = nameOf(uploadId)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  held.add(name)
  // Browsers without Web Locks (an address that is neither https nor localhost) know one tab only.
  void navigator.locks?.request(name, { ifAvailable: true }, () => released).catch(() => {})
  return () => {
    held.delete(name)
    release()
  }
}

/** Of these uploads, those that another tab of this browser sends right now. */
export async function heldElsewhere(uploadIds: readonly string[]): Promise<readonly string[]> {
  const all = await navigator.locks?.query().catch(() => undefined)
  const names = new Set(all?.held?.map(({ name }) => name))
  return uploadIds.filter((id) => names.has(nameOf(id)) && !held.has(nameOf(id)))
}
