// Reads a settings file in the format of systemd's `EnvironmentFile=`, so that commands read `/etc/choice.env` as the service does. A shell
// or Node's `parseEnv` would read other values: systemd doesn't expand variables, and leaves `#`, `&` and inner quotes in a value. Plain
// JavaScript, because it runs before the build.
import { readFileSync } from 'node:fs'

/** Adds settings of the file `SETTINGS_FILE` that the environment lacks. Ends the process if the file can't be read. */
export function loadSettingsFile(env = process.env) {
  const path = env.SETTINGS_FILE
  if (!path) return
  try {
    for (const [name, value] of Object.entries(parseSettings(readFileSync(path, 'utf8')))) env[name] ??= value
  } catch (error) {
    console.error(`SETTINGS_FILE is "${path}", which cannot be read (${error.code ?? error.message}).`)
    process.exit(1)
  }
}

const isNewline = (char) => char === '\n' || char === '\r'
const isSpace = (char) => char === ' ' || char === '\t' || isNewline(char)
const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Returns values by name; if a name repeats, its last value counts. Ignores lines without `=` and with invalid names. */
export function parseSettings(text) {
  const settings = {}
  let index = 0
  while (index < text.length) {
    if (isSpace(text[index])) index++
    else if (text[index] === '#' || text[index] === ';') index = endOfLine(text, index)
    else {
      const end = endOfLine(text, index)
      const equals = text.indexOf('=', index + 1)
      if (equals < 0 || equals > end) index = end
      else {
        const name = text.slice(index, equals).trimEnd()
        const read = readValue(text, equals + 1)
        index = read.end
        if (namePattern.test(name)) settings[name] = read.value
      }
    }
  }
  return settings
}

function endOfLine(text, from) {
  const length = text.slice(from).search(/[\n\r]/)
  return length < 0 ? text.length : from + length
}

/** Quotes count at the beginning of a value and after other quotes. Elsewhere they are part of the value. */
function readValue(text, from) {
  let value = ''
  let index = from
  for (; index < text.length && !isNewline(text[index]); index++) {
    const char = text[index]
    if (char === "'" || char === '"') {
      const quoted = readQuoted(text, index + 1, char)
      value += quoted.value
      index = quoted.end
    } else if (!isSpace(char)) {
      const argument = readUnquoted(text, index)
      return { value: value + argument.value, end: argument.end }
    }
  }
  return { value, end: index }
}

/** @returns `end`: the position of the closing quote */
function readQuoted(text, from, quote) {
  let value = ''
  let index = from
  for (; index < text.length && text[index] !== quote; index++) {
    if (quote === '"' && text[index] === '\\' && index + 1 < text.length) {
      const next = text[++index]
      if ('"\\`$'.includes(next)) value += next
      else if (next !== '\n') value += `\\${next}`
    } else value += text[index]
  }
  return { value, end: index }
}

/** Reads to the end of the line, without trailing spaces. A backslash escapes the next character, or joins lines. */
function readUnquoted(text, from) {
  let value = ''
  let keptLength = 0
  let index = from
  for (; index < text.length && !isNewline(text[index]); index++) {
    if (text[index] === '\\') {
      if (++index < text.length && !isNewline(text[index])) value += text[index]
      keptLength = value.length
    } else {
      value += text[index]
      if (!isSpace(text[index])) keptLength = value.length
    }
  }
  return { value: value.slice(0, keptLength), end: index }
}
