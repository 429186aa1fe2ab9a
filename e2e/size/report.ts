import { importsOf, isWithin, type Sources } from '@/e2e/import-rules/check'
import { type Budget, budgets, totals } from './budgets'

const TEST = /\.(test|spec)\.tsx?$/
const LONGEST = 10
/** A file with one importer and fewer lines belongs to its importer, unless it has a test or an entry of its own. */
const SINGLE_USE_LINES = 80

/**
 * The weight of the program in lines of text.
 * @param sources tracked .ts, .tsx, .js and .css files
 * @param added paths that the change adds: of these, files with one importer are listed
 */
export function sizeReport(sources: Sources, added: ReadonlySet<string>): string[] {
  const files = [...sources].map(([path, text]) => ({ path, lines: text.split('\n').length - 1 }))
  const product = files.filter(({ path }) => !/^(e2e|public|lib\/testing)\//.test(path) && !TEST.test(path))
  const unit = sum(files.filter(({ path }) => TEST.test(path) && !path.startsWith('e2e/')))
  const endToEnd = sum(files.filter(({ path }) => path.startsWith('e2e/')))
  const helpers = sum(files.filter(({ path }) => path.startsWith('lib/testing/') && !TEST.test(path)))
  return [
    `product ${of(sum(product), totals.lines)} lines in ${of(product.length, totals.files)} files · unit tests ${of(unit, totals.unit)} · e2e ${of(endToEnd, totals.endToEnd)} · helpers ${of(helpers, totals.helpers)}`,
    ...budgets.flatMap((budget) => overBudget(budget, product)),
    ...product
      .filter(({ path }) => !budgets.some(({ folders }) => folders.some((folder) => isWithin(path, folder))))
      .map(({ path }) => `${path}: in no part of e2e/size/budgets.ts`),
    ...singleUse(sources, product, added),
    `longest: ${product
      .toSorted((a, b) => b.lines - a.lines)
      .slice(0, LONGEST)
      .map(({ path, lines }) => `${path} ${lines}`)
      .join(', ')}`,
  ]
}

interface Counted {
  readonly path: string
  readonly lines: number
}

function overBudget({ part, lines, folders }: Budget, product: readonly Counted[]): string[] {
  const now = sum(product.filter(({ path }) => folders.some((folder) => isWithin(path, folder))))
  return now > lines ? [`${part}: ${of(now, lines)} lines`] : []
}

function singleUse(sources: Sources, product: readonly Counted[], added: ReadonlySet<string>): string[] {
  const imports = [...importsOf(sources)].filter(([path]) => !TEST.test(path))
  return product
    .filter(({ path, lines }) => added.has(path) && lines < SINGLE_USE_LINES)
    .filter(({ path }) => !sources.has(path.replace(/(\.tsx?)$/, '.test$1')))
    .flatMap(({ path, lines }) => {
      const users = imports.filter(([, targets]) => targets.includes(path)).map(([user]) => user)
      return users.length === 1
        ? [`${path}: ${lines} lines, imported by ${users[0]} alone: move it there?`]
        : []
    })
}

function sum(files: readonly Counted[]): number {
  return files.reduce((lines, file) => lines + file.lines, 0)
}

function of(now: number, most: number): string {
  return `${now.toLocaleString('en')} of ${most.toLocaleString('en')}`
}
