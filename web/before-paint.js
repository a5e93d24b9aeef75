// Runs before the first paint. Sets the stored theme, and for guests preloads the first picture of their page.
try {
  if (localStorage.getItem('theme') === 'light-theme') document.documentElement.className = 'light-theme'
  const opening = document.getElementById('guest-opening')
  if (opening && !localStorage.getItem('access_token')) opening.rel = 'preload'
} catch {
  // Storage may be forbidden: the theme stays dark, and the screen loads the picture.
}
