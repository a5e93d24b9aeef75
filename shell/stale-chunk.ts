import { hasUnsaved } from '#ui/unsaved.ts'

/** The script that the page was reloaded for, so that it happens once and not for ever. */
const mark = 'reloaded_for'

/** The script that this page began with: each build names its own. */
const ownScript = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src')

/** Does the server hand out another build than this page's? Not when it hands out nothing. */
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
 * After a deploy the code that a page asks for may be gone: the page is loaded anew, once. Not while something is typed in it, and not
 * while the server is away: it has nothing newer then, and whoever asked for the code says that it did not come.
 */
export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', () => void reloadWhenNewer())
}
