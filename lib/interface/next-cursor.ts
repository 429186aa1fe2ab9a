import type { JsonObject } from './resources'
import { searchParameters } from './search'
import { ownValue } from './values'

/** Words for no cursor, of which none is a cursor itself. */
const NO_CURSOR = /^(null|none|nil|undefined|false|end|eof|-1)$/i
/**
 * Fields beside the cursor that say whether there are more rows, and their value on the last page.
 */
const FLAGS: readonly (readonly [boolean, readonly string[]])[] = [
  [false, ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage', 'more']],
  [true, ['is_last', 'isLast', 'is_last_page', 'isLastPage', 'last']],
]

/**
 * How a page of a search leads on. What ends a list: not shown (§4.2).
 * @param rows of the page @param asked its cursor; null for the first page
 * @returns the cursor to send, as it came; the sign of the last page, in our words
 */
export function readNextCursor(page: JsonObject, rows: number, asked: string | null) {
  const given = ownValue(page, 'next_cursor')
  const end = endOf(given, asked) ?? endBeside(page) ?? (rows > 0 ? null : 'no rows')
  if (end !== null) {
    // An object may have a `toString` of its own, which is no function.
    const isAgain = end === 'no rows' && typeof given !== 'object' && String(given) === asked
    return { cursor: null, end: isAgain ? 'no rows, and the same cursor again' : end }
  }
  const text = typeof given === 'number' && Number.isFinite(given) ? String(given) : given
  return {
    cursor: typeof text === 'string' ? searchParameters.cursor.parse(text) : null,
    end: null,
  }
}

function endOf(given: unknown, asked: string | null): string | null {
  if (given === undefined) return 'absent'
  if (given === null || given === false) return String(given)
  if (typeof given === 'object')
    return Object.keys(given).length === 0 ? 'empty object or array' : null
  const text = String(given).trim()
  if (text === '') return 'empty text'
  // Some count rows from 0 and some end with 0: after another cursor it leads nowhere new.
  const isBackToZero = text === '0' && asked !== null && asked !== '0'
  if (isBackToZero) return '0 after another cursor'
  return NO_CURSOR.test(text)
    ? `${typeof given === 'number' ? 'number' : 'text'} ${text.toLowerCase()}`
    : null
}

function endBeside(page: JsonObject): string | null {
  for (const [last, names] of FLAGS) {
    const name = names.find((one) => ownValue(page, one) === last)
    if (name !== undefined) return `${name}: ${last}`
  }
  return null
}
