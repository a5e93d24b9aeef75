// Runs after the notice in the page, before the first paint. Reserves room for the notice, and removes the notice when it ends or is
// dismissed.
{
  const key = 'dismissed_notice'
  const notice = document.getElementById('notice')
  const { style } = document.documentElement
  const until = Date.now() + Number(notice.dataset.endsIn)
  const measure = () => style.setProperty('--h-notice', `${notice.offsetHeight}px`)
  const observer = new ResizeObserver(measure)
  // Checks each second, because a timeout of the whole duration would be late after the device slept.
  const timer = setInterval(() => Date.now() >= until && remove(), 1000)
  const remove = () => {
    clearInterval(timer)
    observer.disconnect()
    notice.remove()
    style.removeProperty('--h-notice')
  }
  const stored = () => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  if (stored() === notice.dataset.id) remove()
  else {
    measure()
    observer.observe(notice)
    notice.querySelector('button').addEventListener('click', () => {
      try {
        localStorage.setItem(key, notice.dataset.id)
      } catch {
        // Storage may be forbidden: the notice returns with the next page.
      }
      remove()
    })
  }
}
