// Runs before the first paint. Sets the stored theme, and for guests preloads the first picture of their page. Removes the mark of shared
// links from the address (`features/watching/web/view-source.ts`).
try {
  if (localStorage.getItem('theme') === 'light-theme') document.documentElement.className = 'light-theme'
  const opening = document.getElementById('guest-opening')
  if (opening && !localStorage.getItem('access_token')) opening.rel = 'preload'
} catch {
  // Storage may be forbidden: the theme stays dark, and the screen loads the picture.
}
if (/[?&]via=/.test(location.search)) {
  const address = new URL(location)
  address.searchParams.delete('via')
  history.replaceState(history.state, '', address)
}
