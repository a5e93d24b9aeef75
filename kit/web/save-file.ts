/** Milliseconds after which the browser has certainly read the file. */
const downloadTimeoutMs = 60_000

/** Downloads a call's response as a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), downloadTimeoutMs)
}
