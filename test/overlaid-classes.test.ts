import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Returns the files of components in these folders. */
const componentsIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => join(folder, file)),
  )

/**
 * Returns the properties of each class, from rules whose selector is only that class. Such rules override each other in the order of style
 * sheets.
 */
function rulesOf(file: string): Map<string, Map<string, string>> {
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const result = new Map<string, Map<string, string>>()
  for (const [, selectors = '', body = ''] of text.matchAll(/([^{}]+)\{([^{}]*)\}/g))
    for (const selector of selectors.split(',')) {
      const [, name] = /^\s*\.(\w+)\s*$/.exec(selector) ?? []
      if (name === undefined) continue
      const set = result.get(name) ?? new Map<string, string>()
      for (const [, property = '', value = ''] of body.matchAll(/([\w-]+)\s*:\s*([^;]+)/g)) set.set(property, value)
      result.set(name, set)
    }
  return result
}
const cache = new Map<string, ReturnType<typeof rulesOf>>()
const rulesIn = (file: string) => {
  if (!cache.has(file)) cache.set(file, rulesOf(file))
  return cache.get(file)!
}

interface NamedClass {
  file: string
  name: string
}
/** Returns the classes that a piece of code uses, by imported style sheet. */
function classesIn(code: string, sheets: ReadonlyMap<string, string>): NamedClass[] {
  return [...code.matchAll(/\b(\w+)\.(\w+)\b/g)].flatMap(([, sheet = '', name = '']) => {
    const file = sheets.get(sheet)
    return file === undefined ? [] : [{ file, name }]
  })
}
const sheetsOf = (file: string, text: string) =>
  new Map([...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].map(([, name, path]) => [name!, join(dirname(file), path!)]))

/** Returns components with a `className` prop, and the classes that they combine with it. */
function listOverlaid(): Map<string, NamedClass[]> {
  const components = new Map<string, NamedClass[]>()
  for (const file of componentsIn('ui')) {
    const text = readFileSync(file, 'utf8')
    for (const part of text.split(/\n(?=export (?:const|function) )/)) {
      const [, name] = /^export (?:const|function) (\w+)/.exec(part) ?? []
      const laid = [...part.matchAll(/cx\(([^()]*\bclassName)\)/g)].flatMap(([, code]) => classesIn(code!, sheetsOf(file, text)))
      if (name !== undefined && laid.length) components.set(name, laid)
    }
  }
  return components
}

test('a class passed to a `ui` component that overrides its properties names the element, so that style sheet order is irrelevant', () => {
  const components = listOverlaid()
  expect([...components.keys()]).toEqual(expect.arrayContaining(['IconButton', 'PictureFrame', 'Progress', 'Checkbox']))
  const equals = new Set<string>()
  for (const file of componentsIn('features', 'shell', 'web', 'ui')) {
    const text = readFileSync(file, 'utf8')
    for (const [, component = '', , code = ''] of text.matchAll(/<([A-Z]\w+)((?:[^<>]|=>)*?)\sclassName=\{([^{}]*)\}/g))
      for (const className of classesIn(code, sheetsOf(file, text)))
        for (const inner of components.get(component) ?? [])
          for (const [property, value] of rulesIn(inner.file).get(inner.name) ?? []) {
            const other = rulesIn(className.file).get(className.name)?.get(property)
            if (inner.file !== className.file && other !== undefined && other !== value)
              equals.add(`${className.file} .${className.name} { ${property} } over ${inner.file} .${inner.name}`)
          }
  }
  expect([...equals].toSorted((a, b) => a.localeCompare(b))).toEqual([])
})
