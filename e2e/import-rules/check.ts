import { dirname, join } from 'node:path/posix'
import { parseSync } from 'oxc-parser'
import type { ImportRule } from './rules'

/** The text of each source file by its path from the project's folder. */
export type Sources = ReadonlyMap<string, string>

const TEST = /\.(test|spec)\.tsx?$/
const EXTENSIONS = ['', '.ts', '.tsx']
const PRONOUN = /^[\s*]*(what|which|who|whoever|whose|those|nobody)\b/i
const LONGEST_COMMENT_LINE = 100
const PRODUCT = /^(app|components|lib)\/(?!testing\/)(?!.*\.test\.tsx?$)/

/**
 * Imports that the rules forbid, and `../`. Biome finds import circles.
 * @returns one line each, with the remedy
 */
export function checkImports(sources: Sources, rules: readonly ImportRule[]): string[] {
  const problems: string[] = []
  for (const [file, text] of sources) {
    for (const specifier of specifiersOf(file, text)) {
      // Node runs JavaScript as it is: without the alias.
      if (specifier.startsWith('../') && !file.endsWith('.js'))
        problems.push(`${file} imports ${specifier}: use ./ inside a folder and @/ across folders.`)
      const target = resolve(sources, file, specifier)
      if (target === null) continue
      const remedy = remedyFor(file, target, rules)
      if (remedy !== null) problems.push(`${file} may not import ${target}. ${remedy}`)
    }
  }
  return problems
}

function specifiersOf(file: string, text: string): string[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const { staticImports, staticExports, dynamicImports } = module
  const names = staticImports.map(({ moduleRequest }) => moduleRequest.value)
  for (const { entries } of staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) names.push(moduleRequest.value)
  for (const { moduleRequest } of dynamicImports) {
    const literal = /^['"`](.*)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    if (literal?.[1]) names.push(literal[1])
  }
  return names
}

/** @returns the file of ours that is meant; null for a package */
function resolve(sources: Sources, from: string, specifier: string): string | null {
  if (!/^(\.|@\/)/.test(specifier)) return null
  const path = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(from), specifier)
  const extension = EXTENSIONS.find((end) => sources.has(path + end))
  return extension === undefined ? null : path + extension
}

function remedyFor(file: string, target: string, rules: readonly ImportRule[]): string | null {
  const rule = rules.find(({ folder }) => isWithin(file, folder))
  if (!rule) return 'No rule names its folder: add a row to e2e/import-rules/rules.ts.'
  // The row of all other components gives each of them its own folder only.
  const own = rule.folder === 'components' ? file.split('/').slice(0, 2).join('/') : rule.folder
  const more = TEST.test(file) ? ['lib/testing', 'lib/reference', 'lib/store'] : []
  const allowed = [own, ...rule.may, ...more]
  return allowed.some((folder) => isWithin(target, folder)) ? null : rule.remedy
}

function isWithin(file: string, folder: string): boolean {
  return (
    file === folder || file.startsWith(`${folder}/`) || file.replace(/\.(tsx?|js)$/, '') === folder
  )
}

/**
 * Comments that are wider than the code, and those of product code that begin with a pronoun.
 * @returns one line each, with the remedy
 */
export function checkComments(sources: Sources): string[] {
  const problems: string[] = []
  for (const [file, text] of sources) {
    const lines = text.split('\n')
    for (const { value, start, end } of parseSync(file, text).comments) {
      const first = lineOf(text, start)
      const wide = firstWideLine(lines, first, lineOf(text, end))
      if (wide !== null)
        problems.push(
          `${file}:${wide + 1} has a comment beyond column ${LONGEST_COMMENT_LINE}: wrap it.`,
        )
      const word = PRONOUN.exec(value)?.[1]
      if (!word || !PRODUCT.test(file) || isContinued(lines, first)) continue
      problems.push(
        `${file}:${first + 1} begins a comment with “${word}”: use a noun, an imperative or the reason.`,
      )
    }
  }
  return problems
}

/** @returns index of the line */
function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length - 1
}

function firstWideLine(lines: readonly string[], first: number, last: number): number | null {
  for (let n = first; n <= last; n++) if (isTooWide(lines[n] ?? '')) return n
  return null
}

/** A line of code may be wide for its text; a single address cannot be wrapped. */
function isTooWide(line: string): boolean {
  const isComment = /^\s*(\/\/|\/?\*|\{\/\*)/.test(line)
  const isOneWord = /^\s*\W*\S+$/.test(line)
  return isComment && !isOneWord && line.length > LONGEST_COMMENT_LINE
}

/** Whether the comment goes on from the line above. */
function isContinued(lines: readonly string[], line: number): boolean {
  const isLineComment = (text: string | undefined) => /^\s*\/\//.test(text ?? '')
  return isLineComment(lines[line]) && isLineComment(lines[line - 1])
}
