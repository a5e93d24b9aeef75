/** Makes the fields of a form refuse input, and keep the focus. @returns a function that undoes it */
export function refuseInput(form: HTMLElement): () => void {
  const ending = new AbortController()
  const refuse = (selector: string) => (event: Event) => {
    if (event.target instanceof Element && event.target.matches(selector)) event.preventDefault()
  }
  for (const [type, selector] of [
    ['beforeinput', '*'],
    ['click', 'input'],
    ['mousedown', 'select'],
    ['keydown', 'select'],
  ] as const)
    form.addEventListener(type, refuse(selector), { capture: true, signal: ending.signal })
  return () => ending.abort()
}
