import { importsOf, type Sources } from '@/e2e/import-rules/check'
import { budgets, totals } from './budgets'

const TEST = /\.(test|spec)\.tsx?$/
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
  const linesOf = (isMeant: (path: string) => boolean, among = files) =>
    among.reduce((sum, { path, lines }) => sum + (isMeant(path) ? lines : 0), 0)
  const unit = linesOf((path) => TEST.test(path) && !path.startsWith('e2e/'))
  const endToEnd = linesOf((path) => path.startsWith('e2e/'))
  const helpers = linesOf((path) => path.startsWith('lib/testing/') && !TEST.test(path))
  const rooms = new Set(product.map(({ path }) => roomOf(path)))
  const longest = product.toSorted((a, b) => b.lines - a.lines).slice(0, 10)
  const imports = [...importsOf(sources)].filter(([path]) => !TEST.test(path))
  const usersOf = (path: string) => imports.filter(([, targets]) => targets.includes(path))
  const alone = product.filter(
    ({ path, lines }) =>
      added.has(path) && lines < SINGLE_USE_LINES && !sources.has(path.replace(/(\.tsx?)$/, '.test$1')),
  )
  return [
    `product ${of(
      linesOf(() => true, product),
      totals.lines,
    )} lines in ${of(product.length, totals.files)} files · unit tests ${of(unit, totals.unit)} · e2e ${of(endToEnd, totals.endToEnd)} · helpers ${of(helpers, totals.helpers)}`,
    ...[...rooms].flatMap((room) => {
      const lines = linesOf((path) => roomOf(path) === room, product)
      const most = budgets[room] ?? 0
      return lines > most ? [`${room}: ${of(lines, most)} lines`] : []
    }),
    ...alone.flatMap(({ path, lines }) => {
      const [user, another] = usersOf(path)
      return user && !another ? [`${path}: ${lines} lines, imported by ${user[0]} alone: move it there?`] : []
    }),
    `longest: ${longest.map(({ path, lines }) => `${path} ${lines}`).join(', ')}`,
  ]
}

const roomOf = (path: string) => /^(lib|components)\/[^/]+/.exec(path)?.[0] ?? 'app and root'

const of = (now: number, most: number) => `${now.toLocaleString('en')} of ${most.toLocaleString('en')}`
