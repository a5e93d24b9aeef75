// Replaces Vite's helper for `import()`. After a failed import of a script, a browser never requests the script again. Each file is
// therefore fetched first, and its import then reads it from the cache.

/** Files that are loaded or loading, by path. */
const files = new Map()

async function fetchFile(path) {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await answer.arrayBuffer()
}

const addSheet = (path) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = path
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(path))
    })
    document.head.append(link)
  })

function loadOnce(file) {
  const path = `/${file}`
  if (!files.has(path) && !document.querySelector(`[href="${path}"],[src="${path}"]`)) {
    files.set(path, path.endsWith('.css') ? addSheet(path) : fetchFile(path))
    files.get(path).catch(() => files.delete(path))
  }
  return files.get(path)
}

export const __vitePreload = async (load, needed = []) => {
  try {
    await Promise.all(needed.map(loadOnce))
    return await load()
  } catch (error) {
    // Vite's own helper dispatches the same event.
    dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
    throw error
  }
}
