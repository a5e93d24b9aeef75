// Runs before the first paint: the theme that was chosen.
try {
  if (localStorage.getItem('theme') === 'light-theme') document.documentElement.className = 'light-theme'
} catch {
  // Storage may be forbidden: then the room stays dark.
}
