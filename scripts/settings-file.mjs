// Reads a settings file in the format of systemd's `EnvironmentFile=`, so that commands read `/etc/choice.env` as the service does. A shell
// or Node's `parseEnv` would read it differently: systemd expands no variables, and keeps `#`, `&` and inner quotes of a value. Plain
// JavaScript, because it runs before the build.
import { readFileSync } from 'node:fs'

/** Adds the settings of the file `SETTINGS_FILE` that are missing in the environment. Ends the process if the file can't be read. */
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
const nameLike = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Parses names and values; the last value of a name counts. Ignores lines without `=` and invalid names. */
export function parseSettings(text) {
  const settings = {}
  let at = 0
  while (at < text.length) {
    if (isSpace(text[at])) at++
    else if (text[at] === '#' || text[at] === ';') at = endOfLine(text, at)
    else {
      const end = endOfLine(text, at)
      const equals = text.indexOf('=', at + 1)
      if (equals < 0 || equals > end) at = end
      else {
        const name = text.slice(at, equals).trimEnd()
        const read = readValue(text, equals + 1)
        at = read.end
        if (nameLike.test(name)) settings[name] = read.value
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
  let at = from
  for (; at < text.length && !isNewline(text[at]); at++) {
    const char = text[at]
    if (char === "'" || char === '"') {
      const quoted = readQuoted(text, at + 1, char)
      value += quoted.value
      at = quoted.end
    } else if (!isSpace(char)) {
      const rest = readUnquoted(text, at)
      return { value: value + rest.value, end: rest.end }
    }
  }
  return { value, end: at }
}

/** @returns the position of the closing quote as `end` */
function readQuoted(text, from, quote) {
  let value = ''
  let at = from
  for (; at < text.length && text[at] !== quote; at++) {
    if (quote === '"' && text[at] === '\\' && at + 1 < text.length) {
      const next = text[++at]
      if ('"\\`$'.includes(next)) value += next
      else if (next !== '\n') value += `\\${next}`
    } else value += text[at]
  }
  return { value, end: at }
}

/** Reads to the end of the line, without trailing spaces. A backslash escapes the next character, or joins lines. */
function readUnquoted(text, from) {
  let value = ''
  let keptLength = 0
  let at = from
  for (; at < text.length && !isNewline(text[at]); at++) {
    if (text[at] === '\\') {
      if (++at < text.length && !isNewline(text[at])) value += text[at]
      keptLength = value.length
    } else {
      value += text[at]
      if (!isSpace(text[at])) keptLength = value.length
    }
  }
  return { value: value.slice(0, keptLength), end: at }
}
