/** Stores the text of an element in its programme. */
import { parseAddress } from './xmltv-attributes.ts'
import { maxCategories, parseInteger, oneLine, paragraphs, type Programme, addEpisode } from './xmltv-programme.ts'

/** @param attributes of the element: `language` of a text, `system` of an episode number */
export function addText(
  programme: Programme,
  name: string,
  text: string,
  { language, system }: { language: string; system: string },
): void {
  if (name === 'category') {
    const category = oneLine(text, 100)
    if (category && programme.categories.length < 4 * maxCategories) programme.categories.push([language, category])
  } else if (name === 'date') programme.year ??= parseInteger(/^[1-9]\d{3}/.exec(text)?.[0], 9999)
  else if (name === 'image') programme.icon ??= parseAddress(text)
  else if (name === 'value') programme.rating ??= oneLine(text, 100) || null
  else if (name === 'episode-num') addEpisode(programme, system, text)
  else {
    const texts = programme.textsIn(language)
    if (!texts) return
    if (name === 'title') texts.title ||= oneLine(text, 255)
    else if (name === 'sub-title') texts.sub_title ||= oneLine(text, 255)
    else if (name === 'desc') texts.description ||= paragraphs(text, 5000)
  }
}
