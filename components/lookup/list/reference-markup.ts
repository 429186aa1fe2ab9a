import { parseText } from '@/lib/inspect/delivery/parse-text'
import { asObject } from '@/lib/interface/values'

/**
 * @returns rows of a JSON array or an HTML table; null for other texts; a sentence
 * where there is no list in it
 */
export function rowsOfMarkup(text: string): string[][] | string | null {
  const start = text.trimStart().slice(0, 200)
  if (/^[[{]/.test(start)) return rowsOfJson(text)
  // Also what "Save as web page" and the table exports of many systems name `.xls`.
  if (/^<(!doctype html|html|head|meta|table|\?xml|!--|div|style)/i.test(start))
    return rowsOfHtml(text)
  return null
}

const DEEPEST = 3

function rowsOfJson(text: string): string[][] | string | null {
  const { form, content } = parseText(text)
  // A reference may begin with a bracket.
  if (form !== 'json') return null
  const list = listIn(content, 0)
  if (list === null)
    return 'This is JSON without a list of references. Paste one reference per line.'
  const objects = list.map(asObject).filter((item) => item !== null)
  if (objects.length < list.length) return list.map((item) => [textOf(item)])
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  return [names, ...objects.map((object) => names.map((name) => textOf(object[name])))]
}

/** The first list that holds something, in whatever is around it. */
function listIn(value: unknown, depth: number): readonly unknown[] | null {
  if (Array.isArray(value)) return value.length > 0 ? value : null
  const object = asObject(value)
  if (!object || depth === DEEPEST) return null
  for (const member of Object.values(object)) {
    const list = listIn(member, depth + 1)
    if (list) return list
  }
  return null
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

function rowsOfHtml(text: string): string[][] | string {
  const visible = text.replaceAll(/<(style|script)\b[\s\S]*?(<\/\1>|$)/gi, '')
  const rows = visible
    .split(/<(?:tr|row)\b[^>]*>/i)
    .slice(1)
    .map((row) =>
      row
        .split(/<(?:t[dh]|cell)\b[^>]*>/i)
        .slice(1)
        .map(cellText),
    )
    .filter((cells) => cells.length > 0)
  return rows.length > 0
    ? rows
    : 'This is a web page without a table. Save the list as CSV, or paste the column.'
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function cellText(cell: string): string {
  const [content = ''] = cell.split(/<\/(?:t[dhr]|cell|table|row)\b/i)
  const text = content.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
  const decoded = text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (entity, ...groups) => {
      const [decimal, hex, name] = groups as (string | undefined)[]
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity
    },
  )
  return decoded.trim()
}
