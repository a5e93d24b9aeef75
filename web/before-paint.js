// Runs before the first paint: the theme that was chosen, and the files that the page at this address will ask for, fetched
// beside the code that asks for them. The build fills in which they are, in English.
try {
  if (localStorage.getItem('theme') === 'light-theme') document.documentElement.className = 'light-theme'
} catch {
  // Storage may be forbidden: then the room stays dark.
}
{
  const screens = JSON.parse('{}')
  const [, language, first = ''] = location.pathname.split('/')
  for (const file of screens['/' + first] ?? []) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
    link.href = language === 'nl' ? file.replace('/en/', '/nl/') : file
    link.crossOrigin = ''
    document.head.append(link)
  }
}
