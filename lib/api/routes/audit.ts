import { TextEncoderStream, ReadableStream as WebStream } from 'node:stream/web'
import { z } from 'zod'
import { route, signInRoute } from '@/lib/api/http/route'
import type { Auth } from '@/lib/auth/compose'
import { BYTE_ORDER_MARK, csvRow } from '@/lib/format/csv'
import type { Parameter } from '@/lib/interface/search'

const PAGE = 100
const CSV_PAGE = 1_000

// An empty text is no filter.
const text: Parameter<string> = {
  parse: (value) => value.trim().slice(0, 254).replaceAll('\0', ''),
  allowed: 'any text',
}
const time: Parameter<Date | undefined> = {
  parse(value) {
    const text = value.trim()
    if (text === '') return undefined
    const date = new Date(text)
    // PostgreSQL has no year 0.
    const hasDate = /^(?!0000)\d{4}-\d{2}-\d{2}/.test(text)
    return hasDate && !Number.isNaN(date.getTime()) ? date : null
  },
  allowed: 'an ISO 8601 time',
}
const before: Parameter<number | undefined> = {
  parse(value) {
    const text = value.trim()
    if (text === '') return undefined
    return /^\d{1,15}$/.test(text) ? Number(text) : null
  },
  allowed: 'nextBefore of a page',
  schema: { type: 'integer', minimum: 0 },
}
const filterParameters = {
  operator: text,
  action: text,
  subject: text,
  outcome: text,
  from: time,
  to: time,
  before,
}

const exportSchema = z.strictObject({ subject: z.string().min(1).max(200), rows: z.int().min(0) })

const rules = {
  role: 'administrator',
  audit: { action: 'read-audit', subject: null, refusalsOnly: true },
  parameters: filterParameters,
} as const

export const audit = [
  signInRoute(
    'GET /api/audit',
    { ...rules, summary: 'A page of the audit log' },
    async ({ auth, parameters: filter, record }) => {
      // One more than a page, to know whether there is a next one.
      const found = await auth.audit.read(filter, PAGE + 1)
      const entries = found.slice(0, PAGE)
      if (filter.before === undefined) await record('read-audit', null)
      const hasNext = found.length > PAGE
      const nextBefore = hasNext ? (entries.at(-1)?.id ?? null) : null
      return { data: { entries, nextBefore } }
    },
  ),

  signInRoute(
    'GET /api/audit/csv',
    { ...rules, summary: 'The audit log as CSV' },
    async ({ auth, parameters: filter, record }) => {
      await record('export', 'audit')
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="kerbside-audit.csv"',
      }
      const rows = csvOf((before) => auth.audit.read({ ...filter, before }, CSV_PAGE))
      const csv = WebStream.from(rows).pipeThrough(new TextEncoderStream())
      return new Response(csv as ReadableStream<Uint8Array>, { headers })
    },
  ),

  // A page saved something to a file.
  route(
    'POST /api/audit/export',
    {
      summary: 'Record that rows were saved to a file',
      role: 'viewer',
      body: exportSchema,
      example: { body: { subject: 'list', rows: 1 } },
    },
    async ({ body, record }) => {
      await record('export', `${body.subject}: ${body.rows} rows`)
      return { data: null }
    },
  ),
] as const

type AuditEntry = Awaited<ReturnType<Auth['audit']['read']>>[number]

/** Columns by their names in the file, which scripts read. */
const COLUMNS = {
  id: 'id',
  at: 'at',
  operator_email: 'operatorEmail',
  action: 'action',
  subject: 'subject',
  outcome: 'outcome',
  address: 'address',
  request_id: 'requestId',
} as const satisfies Record<string, keyof AuditEntry>

/** Reads a page of the table whenever the client has taken the one before. */
async function* csvOf(read: (before?: number) => Promise<AuditEntry[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow(Object.keys(COLUMNS))
  let entries = await read()
  while (entries.length > 0) {
    yield entries.map(csvRowOf).join('')
    entries = await read(entries.at(-1)?.id)
  }
}

function csvRowOf(entry: AuditEntry): string {
  const cells = Object.values(COLUMNS).map((name) => entry[name])
  return csvRow(cells)
}
