import type { JsonObject } from './resources'
import { searchParameters } from './search'
import { ownValue } from './values'

/** Words for no cursor, of which none is a cursor itself. */
const NO_CURSOR = /^(null|none|nil|undefined|false|end|eof|-1)$/i
/** Fields that say whether there are more rows: false on the last page. */
const MORE_FLAGS = [
  'has_more',
  'hasMore',
  'has_next',
  'hasNext',
  'has_next_page',
  'hasNextPage',
  'more',
]
/** Fields that are true on the last page. */
const LAST_FLAGS = ['is_last', 'isLast', 'is_last_page', 'isLastPage', 'last']

interface NextCursor {
  /** To send, as it came. */
  readonly cursor: string | null
  /** The sign of the last page, in our words. */
  readonly end: string | null
}

/**
 * How a page of a search leads on. What ends a list: not shown (§4.2).
 * @param rows of the page
 * @param requestCursor of its request; null for the first page
 */
export function readNextCursor(
  page: JsonObject,
  rows: number,
  requestCursor: string | null,
): NextCursor {
  const value = ownValue(page, 'next_cursor')
  const end = endInCursor(value, requestCursor) ?? endInFlags(page)
  if (end !== null) return { cursor: null, end }

  if (rows === 0) {
    // An object may have a `toString` of its own, which is no function.
    const isSame = typeof value !== 'object' && String(value) === requestCursor
    return { cursor: null, end: isSame ? 'no rows, and the same cursor again' : 'no rows' }
  }

  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  const cursor = typeof text === 'string' ? searchParameters.cursor.parse(text) : null
  return { cursor, end: null }
}

function endInCursor(value: unknown, requestCursor: string | null): string | null {
  if (value === undefined) return 'absent'
  if (value === null || value === false) return String(value)
  if (typeof value === 'object') {
    return Object.keys(value).length === 0 ? 'empty object or array' : null
  }

  const text = String(value).trim()
  if (text === '') return 'empty text'
  // Some count rows from 0 and some end with 0: after another cursor it leads nowhere new.
  const isBackToZero = text === '0' && requestCursor !== null && requestCursor !== '0'
  if (isBackToZero) return '0 after another cursor'
  if (!NO_CURSOR.test(text)) return null
  const type = typeof value === 'number' ? 'number' : 'text'
  return `${type} ${text.toLowerCase()}`
}

function endInFlags(page: JsonObject): string | null {
  const more = MORE_FLAGS.find((name) => ownValue(page, name) === false)
  if (more !== undefined) return `${more}: false`
  const last = LAST_FLAGS.find((name) => ownValue(page, name) === true)
  return last === undefined ? null : `${last}: true`
}
