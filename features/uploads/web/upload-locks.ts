const nameOf = (uploadId: string) => `choice-upload-${uploadId}`
const sending = new Set<string>()

/** Takes a lock, so that other tabs notice that this tab sends the upload. @returns a function that releases it */
export function claimUpload(uploadId: string): () => void {
  const name = nameOf(uploadId)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  sending.add(name)
  // Without Web Locks (on pages without https), other tabs don't notice.
  void navigator.locks?.request(name, { ifAvailable: true }, () => released).catch(() => {})
  return () => {
    sending.delete(name)
    release()
  }
}

/** Returns which of these uploads another tab is sending. */
export async function listSentByOtherTabs(uploadIds: readonly string[]): Promise<readonly string[]> {
  const locks = await navigator.locks?.query().catch(() => undefined)
  const names = new Set(locks?.held?.map(({ name }) => name))
  return uploadIds.filter((id) => names.has(nameOf(id)) && !sending.has(nameOf(id)))
}
