// Runs before the first paint: the theme that was chosen, and the files that the page at this address will ask for, fetched
// beside the code that asks for them. The build fills in which they are.
try {
  if (localStorage.getItem('theme') === 'light-theme') document.documentElement.className = 'light-theme'
} catch {
  // Storage may be forbidden: then the room stays dark.
}
{
  const { texts, screens } = JSON.parse('{"texts":{},"screens":{}}')
  const [, language, first = ''] = location.pathname.split('/')
  for (const file of [texts[language], ...(screens['/' + first] ?? [])]) {
    if (!file) continue
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
    link.href = file
    link.crossOrigin = ''
    document.head.append(link)
  }
}
