// Checks that each statement `sql<Row>` names all columns of its row type, in its own text or in that of its parts. PostgreSQL would return a
// column under its former name, and the property would be undefined, which the compiler can't see. Compares words, so it misses a column
// whose name is elsewhere in the statement. Fails if it finds almost no statements.
import { relative } from 'node:path'
import ts from 'typescript'

const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
  'tsconfig.server.json',
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} },
)
// Statements in tests need no check, because the tests would fail.
const program = ts.createProgram(
  fileNames.filter((name) => !name.endsWith('.test.ts')),
  options,
)
const checker = program.getTypeChecker()

const isOwn = (file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file)
const nameOf = (node) => (node.name && ts.isIdentifier(node.name) ? [node.name.text] : [])
const isValue = (node) =>
  ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node)

function declarationsOf(identifier) {
  let symbol = checker.getSymbolAtLocation(identifier)
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  return (symbol?.declarations ?? []).filter((node) => isValue(node) && isOwn(node.getSourceFile()))
}

/** Adds the words of a part of a statement: of its texts, its property names, and the values that it uses. */
function addWords(node, words, seen) {
  if (seen.has(node) || ts.isTypeNode(node)) return words
  seen.add(node)
  if ('text' in node && !ts.isIdentifier(node)) for (const word of node.text.match(/\w+/g) ?? []) words.add(word)
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) for (const name of nameOf(node)) words.add(name)
  if (ts.isIdentifier(node)) for (const declaration of declarationsOf(node)) addWords(declaration, words, seen)
  ts.forEachChild(node, (child) => void addWords(child, words, seen))
  return words
}

/** Columns that a row always has. Values other than rows, such as dates and JSON, have none. */
function columnsOf(typeNode) {
  const type = checker.getTypeFromTypeNode(typeNode)
  return type
    .getProperties()
    .filter(({ flags, declarations }) => !(flags & ts.SymbolFlags.Optional) && declarations?.every((node) => isOwn(node.getSourceFile())))
    .map(({ name }) => name)
    .filter((name) => /^\w+$/.test(name))
}

let count = 0
let problems = 0
function checkNode(node, file) {
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === 'sql' && node.typeArguments) {
    const columns = columnsOf(node.typeArguments[0])
    const words = columns.length > 0 ? addWords(node.template, new Set(), new Set()) : new Set()
    const missing = columns.filter((name) => !words.has(name))
    count++
    if (missing.length > 0) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      console.error(`${relative('.', file.fileName)}:${line + 1}: the statement has no column ${missing.join(', ')}`)
      problems++
    }
  }
  ts.forEachChild(node, (child) => checkNode(child, file))
}
for (const file of program.getSourceFiles().filter(isOwn)) checkNode(file, file)

console.log(`${count} statements, ${problems} problems`)
if (problems > 0 || count < 100) process.exitCode = 1
