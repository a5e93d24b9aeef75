/** ms after which a browser has taken what it saves. */
const takenMs = 60_000

/** Has the browser save what a call answered, as one that is downloaded. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), takenMs)
}
