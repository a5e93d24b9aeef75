// Runs before the first paint: the theme that was chosen, and the texts of the page's language, fetched beside the code that
// needs them. The build fills in the addresses.
try {
  if (localStorage.getItem('theme') === 'light-theme') document.documentElement.className = 'light-theme'
} catch {
  // Storage may be forbidden: then the room stays dark.
}
{
  const texts = { en: '__TEXTS_EN__', nl: '__TEXTS_NL__' }[location.pathname.split('/')[1]]
  if (texts && !texts.startsWith('__')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = texts
    document.head.append(link)
  }
}
