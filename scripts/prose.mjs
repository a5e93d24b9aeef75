// Refuses prose that is hard to read or to search: in docs, in API summaries, in comments, and in commit subjects.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** Folders whose comments are checked. */
const folders = ['features', 'kit', 'migrations', 'scripts', 'server', 'shell', 'test/e2e', 'ui', 'vite', 'web']
/** Commits after this one are checked. */
const firstCheckedCommit = '5fedc0329e395881477123bec412aed3124b2298'

/** Each phrase with the words to use instead. */
const habits = [
  [/\btwice is once\b/i, 'idempotent'],
  [/\bwhoever\b/i, 'the user who, anyone who'],
  [/\bmeanwhile\b/i, 'concurrently, until then'],
  [/(?<!\b(?:this|that|each|every|which|old|new|first|last|other|previous) )\bone[’']s\b/i, 'the user’s, your'],
  [/\boneself\b/i, 'the user, you'],
  [/\bnobody\b/i, 'no user, no one else'],
  [/\bsomebody\b/i, 'a user, someone'],
  [/\b(?:told|tells?)\b/i, 'notify, report, say, show'],
  [/\bwhat (?:is|was|one|they are)\b(?! new\b)(?!.*\?)/i, 'name the thing'],
  [/\b(?:where|when|if) one\b(?! (?:is|of|has)\b)/i, 'where the user, where you'],
  [/\bas ever\b/i, 'as before'],
  [/\bis good for nothing\b/i, 'is invalid'],
  [/\bas near as can be\b/i, 'as close as possible'],
  [/\bdear(?:er|est)\b/i, 'more costly, costs most'],
  [/\bmend(?:s|ed|ing)?\b/i, 'repair, fix'],
  [/\bon (?:its|their) way\b/i, 'pending'],
  [/\bstands? together\b/i, 'are adjacent'],
  [
    /(?:^|[.:;] |\*\* |[-|] )(?:Who|Nobody|Nothing|What|That which)\b(?! (?:is|are|does|do) (?:it|they|new)\b)(?![^.]*\?)/,
    'begin with the subject',
  ],
]
/** Phrases that are still in applied migrations, which can't change, and in code generated from them. */
const habitsSinceMigrations = [
  [/\banew\b/i, 'again'],
  [/\bsigns? of life\b/i, 'heartbeat'],
  [/\bwhatever\b/i, 'any, even if'],
]
const isFixed = (file) => /^migrations\/\d|\.gen\.ts$/.test(file)
/** Words that UI texts avoid, by language, each with the word of the glossary. */
const uiHabits = {
  en: [
    [/\b(?:could|can|did|does|do) not\b/i, 'the short form: couldn’t'],
    [/\be-mail\b/i, 'email'],
    [/\b(?:mail|mails)\b/i, 'email'],
    [/\b(?:nickname|user name)\b/i, 'username'],
    [/\bmake (?:an|my|your) account\b/i, 'create an account'],
    [/\b(?:save|copy) (?:in|to) (?:a |my |your )?channel\b/i, 'add to your channel'],
    [/\b(?:please|success\w*)\b/i, 'leave it out'],
    [/\b(?:signed-in|sign in)\b/i, 'logged-in, log in'],
    [/\b(?:take|taken|took) away\b/i, 'remove, removed'],
    [/ …$/, '… without a space'],
  ],
  nl: [
    [/^Probeer opnieuw$/, 'Opnieuw proberen'],
    [/\bbijnaam\b/i, 'gebruikersnaam'],
    [/\b(?:hoogstens|ten hoogste)\b/i, 'maximaal'],
    [/\b(?:ten minste|tenminste)\b/i, 'minstens'],
    [/\bgeladen worden\b/i, 'worden geladen'],
    [/\buw\b/i, 'je'],
    [/\bnieuwtjes\b/i, 'meldingen'],
    [/\bweg(?:nemen|genomen)\b/i, 'verwijderen'],
    [/\b(?:promoties?|gepromote)\b/i, 'uitgelicht'],
    [/\bmededeling\b/i, 'aankondiging'],
    [/ …$/, '… zonder spatie'],
  ],
}
/** UI texts whose wording the specification requires. */
const requiredTexts = new Set([
  'Do not show again',
  'Password change success !',
  'Password has been successfully changed',
  'Please enter your discount code',
  'Please use the following format: jpg, jpeg, png',
  'Please, login and view the content',
  'Registration is successful',
  'User Nickname',
  'You can not remove yourself from admin unless there is more than 1 admin',
  'please use direct share',
])
const maxSummaryWords = 8
const maxSubjectLength = 72
const maxDecisionLines = 40
const subjectPattern = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([\w, -]+\))?!?: \S/

const problems = []
const lineAt = (text, index) => text.slice(0, index).split('\n').length
const withoutCode = (line) => line.replaceAll(/`[^`]*`|\]\([^)]*\)|“[^”]*”/g, '…')

function checkText(file, line, text) {
  for (const [habit, instead] of isFixed(file) ? habits : [...habits, ...habitsSinceMigrations]) {
    const match = habit.exec(withoutCode(text))
    if (match) problems.push(`${file}:${line}: “${match[0].trim()}” (better: ${instead})`)
  }
}

function checkMarkdown(file) {
  let isCode = false
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  if (file.startsWith('docs/decisions/') && lines.length > maxDecisionLines)
    problems.push(`${file}:${maxDecisionLines + 1}: a decision of more than ${maxDecisionLines} lines`)
  for (const [index, line] of lines.entries()) {
    if (line.trimStart().startsWith('```')) isCode = !isCode
    else if (!isCode && !line.startsWith('#')) checkText(file, index + 1, line.trim())
  }
}

/** Checks the strings of `summary` and `description` of a contract, also joined by `+`. */
function checkContract(file) {
  const source = readFileSync(file, 'utf8')
  const string = `(?:'(?:\\\\.|[^'\\\\])*'|"(?:\\\\.|[^"\\\\])*"|\`[^\`]*\`)`
  for (const found of source.matchAll(new RegExp(`\\b(summary|description):\\s*(${string}(?:\\s*\\+\\s*${string})*)`, 'g'))) {
    const line = lineAt(source, found.index)
    const text = found[2].replaceAll(/['"`]\s*\+\s*['"`]/g, '').slice(1, -1)
    checkText(file, line, text.replaceAll('`', ''))
    if (found[1] === 'summary' && text.split(/\s+/).length > maxSummaryWords)
      problems.push(`${file}:${line}: a summary of more than ${maxSummaryWords} words (details belong in the description)`)
  }
}

function checkComments(file) {
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const comment = /^\s*(?:\/\/|\/?\*+|--)\s?(.*)|\s\/\/ (.*)|\/\*\*? (.*?)\*\/|^comment on .*? is '(.*)';$/.exec(line)
    if (comment) checkText(file, index + 1, comment.slice(1).find(Boolean)?.trim() ?? '')
  }
}

function checkUiTexts(file, language) {
  const check = (value, key) => {
    if (typeof value === 'object') for (const [name, inner] of Object.entries(value)) check(inner, key ? `${key}.${name}` : name)
    else if (!requiredTexts.has(value))
      for (const [habit, instead] of uiHabits[language]) {
        const match = habit.exec(value.replaceAll(/\{\w+\}/g, '{}'))
        if (match) problems.push(`${file}: ${key}: “${match[0].trim()}” (better: ${instead})`)
      }
  }
  check(JSON.parse(readFileSync(file, 'utf8')), '')
}

/** @returns the newest commits. None if the history lacks `since`, as in a shallow clone or an archive. */
function listCommits(since) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('git', ['log', '--no-merges', '--format=%h %s', `${since}..HEAD`], options)
      .split('\n')
      .filter(Boolean)
  } catch {
    return []
  }
}

const { since } = parseArgs({ options: { since: { type: 'string', default: firstCheckedCommit } } }).values
const documents = globSync(['README.md', 'CHANGELOG.md', 'docs/**/*.md'])
const contracts = globSync('features/*/*.ts')
const sources = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs,sql}`))
const catalogues = ['en', 'nl'].map((language) => [language, globSync(`{shell,ui,{features,kit}/*}/locales/${language}.json`)])
const commits = listCommits(since)
documents.forEach(checkMarkdown)
contracts.forEach(checkContract)
sources.forEach(checkComments)
for (const [language, files] of catalogues) for (const file of files) checkUiTexts(file, language)
for (const commit of commits) {
  const subject = commit.slice(commit.indexOf(' ') + 1)
  if (subject.length > maxSubjectLength) problems.push(`commit ${commit}: a subject of more than ${maxSubjectLength} characters`)
  if (!subjectPattern.test(subject)) problems.push(`commit ${commit}: no Conventional Commits type`)
}

for (const problem of problems.toSorted()) console.error(problem)
console.log(`${documents.length + contracts.length + sources.length} files, ${commits.length} commits, ${problems.length} problems`)
if (problems.length) process.exitCode = 1
