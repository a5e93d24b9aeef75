import { hasUnsaved } from '#ui/unsaved.ts'

/** The entry script the page was reloaded for, so that it reloads only once. */
const mark = 'reloaded_for'

/** This page's entry script; its name differs per build. */
const ownScript = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src')

/** Whether the server serves another build. False if it doesn't respond. */
async function isNewerServed(script: string): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { cache: 'no-store', headers: { accept: 'text/html' } })
    return answer.ok && !(await answer.text()).includes(script)
  } catch {
    return false
  }
}

async function reloadWhenNewer() {
  const script = ownScript()
  if (!script || sessionStorage.getItem(mark) === script) return
  if (!(await isNewerServed(script)) || hasUnsaved()) return
  sessionStorage.setItem(mark, script)
  location.reload()
}

/**
 * Reloads the page once after a deploy, when its chunks may be gone. Not with unsaved input, and not while the server is down:
 * callers then get a load error.
 */
export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', () => void reloadWhenNewer())
}
