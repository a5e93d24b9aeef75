// Runs before the first paint: the theme that was chosen, and for guests the picture that their page opens with.
try {
  if (localStorage.getItem('theme') === 'light-theme') document.documentElement.className = 'light-theme'
  const opening = document.getElementById('guest-opening')
  if (opening && !localStorage.getItem('access_token')) opening.rel = 'preload'
} catch {
  // Storage may be forbidden: then the room stays dark, and the picture comes with the screen.
}
