import type { AuditFilter } from '@/lib/auth/audit/audit'
import { csvHead, csvLine } from '@/lib/auth/audit/audit-csv'
import type { AuditEntry } from '@/lib/contract/operators'
import { exportSchema } from '@/lib/contract/sign-in'
import { BadField, readBody } from '@/lib/http/handle-request'
import { type HandleRequest, json, type OpenAuth, requireOperator } from '@/lib/http/signed-in'

const PAGE = 100
const CSV_PAGE = 1_000

/** What was written down, for administrators. */
export function createAuditRoutes(open: OpenAuth, exchange: HandleRequest) {
  return {
    /** `GET /api/audit` */
    audit: (request: Request) =>
      exchange(async (requestId) => {
        const { auth, note } = await requireOperator(open, request, requestId, 'administrator', READING)
        const filter = readFilter(request.url)
        // One more than a page tells whether there is another.
        const found = await auth.audit.read(filter, PAGE + 1)
        const entries = found.slice(0, PAGE)
        if (filter.before === null) await note('read-audit', null)
        return json({ entries, next_before: found.length > PAGE ? (entries.at(-1)?.id ?? null) : null })
      }),

    /** `GET /api/audit/csv` */
    auditCsv: (request: Request) =>
      exchange(async (requestId) => {
        const { auth, note } = await requireOperator(open, request, requestId, 'administrator', READING)
        const filter = readFilter(request.url)
        await note('export', 'audit')
        const headers = {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="kerbside-audit.csv"',
        }
        return new Response(
          streamCsv((before) => auth.audit.read({ ...filter, before }, CSV_PAGE)),
          { headers },
        )
      }),

    /** `POST /api/audit/export`: a page of ours saved something to a file. */
    noteExport: (request: Request) =>
      exchange(async (requestId) => {
        // Nobody has to be told where nothing is written down.
        if ((await open()) === null) return json({})
        const { note } = await requireOperator(open, request, requestId, 'viewer')
        const { subject, rows } = await readBody(request, exportSchema)
        await note('export', `${subject}: ${rows} rows`)
        return json({})
      }),
  }
}

const READING = { action: 'read-audit', subject: null } as const

/** A page of the table at a time, when the reader takes it. */
function streamCsv(read: (before: number | null) => Promise<AuditEntry[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let before: number | null = null
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(csvHead))
    },
    async pull(controller) {
      const entries = await read(before)
      const last = entries.at(-1)
      if (!last) {
        controller.close()
        return
      }
      before = last.id
      controller.enqueue(encoder.encode(entries.map(csvLine).join('')))
    },
  })
}

const TEXTS = ['operator', 'action', 'subject', 'outcome'] as const
const NAMES: ReadonlySet<string> = new Set([...TEXTS, 'from', 'to', 'before'])

function readFilter(url: string): AuditFilter {
  const params = new URL(url).searchParams
  for (const name of params.keys()) {
    if (!NAMES.has(name) || params.getAll(name).length > 1)
      throw new BadField(name.slice(0, 40), 'is not known here')
  }
  const text = (name: string) => params.get(name)?.trim().slice(0, 254).replaceAll('\0', '') || null
  const before = text('before')
  if (before !== null && !/^\d{1,15}$/.test(before))
    throw new BadField('before', 'allowed is next_before of a page')
  return {
    operator: text('operator'),
    action: text('action'),
    subject: text('subject'),
    outcome: text('outcome'),
    from: readTime('from', text('from')),
    to: readTime('to', text('to')),
    before: before === null ? null : Number(before),
  }
}

function readTime(name: string, text: string | null): Date | null {
  if (text === null) return null
  const date = new Date(text)
  // PostgreSQL has no year 0.
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime())) {
    throw new BadField(name, 'allowed is an ISO 8601 time')
  }
  return date
}
