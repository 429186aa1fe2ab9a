import { parseText } from '@/lib/inspect/delivery/parse-text'
import type { JsonObject } from '@/lib/interface/resources'
import { asObject } from '@/lib/interface/values'

/** Rows of cells, of which the first may be headings for certain. */
export interface MarkupRows {
  readonly rows: readonly (readonly string[])[]
  readonly hasHeadings: boolean
}

/** `refused` is a sentence. */
export type Markup =
  | ({ readonly kind: 'rows' } & MarkupRows)
  | { readonly kind: 'refused'; readonly refusal: string }

/** @returns a JSON array or an HTML table; null for other texts */
export function readMarkup(text: string): Markup | null {
  const start = text.trimStart().slice(0, 200)
  if (/^[[{]/.test(start)) return readJson(text)
  // Also what "Save as web page" and the table exports of many systems name `.xls`.
  if (/^<(!doctype html|html|head|meta|table|\?xml|!--|div|style)/i.test(start))
    return readHtml(text)
  return null
}

/** Levels of objects round a list. */
const DEEPEST = 3

function readJson(text: string): Markup | null {
  const { form, content } = parseText(text)
  // A reference may begin with a bracket.
  if (form !== 'json') return null
  const lists = listsIn(content, 0)
  const list = lists.find((one) => one.some(isObject)) ?? lists[0] ?? []
  const table = tableOf(list)
  const hasTexts = table.rows
    .slice(table.hasHeadings ? 1 : 0)
    .flat()
    .some(Boolean)
  if (hasTexts) return { kind: 'rows', ...table }
  const refusal = 'This is JSON without a list of references. Paste one reference per line.'
  return { kind: 'refused', refusal }
}

function tableOf(list: readonly unknown[]): MarkupRows {
  const objects = list.map(recordOf).filter((item) => item !== null)
  if (objects.length < list.length) return { rows: list.map(cellsOf), hasHeadings: false }
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const rows = objects.map((object) => names.map((name) => textOf(object[name])))
  return { rows: [names, ...rows], hasHeadings: true }
}

/** `{"vehicle": {…}}` is the vehicle (§4 row 2). */
function recordOf(item: unknown): JsonObject | null {
  const object = asObject(item)
  const [only, ...others] = Object.values(object ?? {})
  return others.length > 0 ? object : (asObject(only) ?? object)
}

function isObject(item: unknown): boolean {
  return asObject(item) !== null
}

/** Lists that hold something, in whatever is around them; null is nothing. */
function listsIn(value: unknown, depth: number): (readonly unknown[])[] {
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null)
    return items.length > 0 ? [items] : []
  }
  const object = asObject(value)
  if (!object || depth === DEEPEST) return []
  return Object.values(object).flatMap((member) => listsIn(member, depth + 1))
}

function cellsOf(item: unknown): string[] {
  return Array.isArray(item) ? item.map(textOf) : [textOf(item)]
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

function readHtml(text: string): Markup {
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
  if (rows.length > 0) return { kind: 'rows', rows, hasHeadings: false }
  const refusal = 'This is a web page without a table. Save the list as CSV, or paste the column.'
  return { kind: 'refused', refusal }
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

function cellText(cell: string): string {
  const [content = ''] = cell.split(/<\/(?:t[dhr]|cell|table|row)\b/i)
  const text = content.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
  const decoded = text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (entity, ...groups) => {
      const [decimal, hex, name] = groups as (string | undefined)[]
      if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? entity
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity
    },
  )
  return decoded.trim()
}
