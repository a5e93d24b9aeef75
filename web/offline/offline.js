// Shown by the service worker in place of a page that can't come: in the chosen theme, and tried again as soon as there is a network.
try {
  if (localStorage.getItem('theme') === 'light-theme') document.documentElement.className = 'light-theme'
} catch {
  // Storage may be forbidden: then the room stays dark.
}
addEventListener('online', () => location.reload())
