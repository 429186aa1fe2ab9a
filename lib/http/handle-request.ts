import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { isAccessError } from '@/lib/auth/sessions/access-error'
import { problemAnswer } from '@/lib/contract/problem-answer'

export interface RequestHandlerOptions {
  readonly newRequestId?: () => string
  /** Told of an error nobody foresaw. */
  readonly onFault?: (requestId: string, message: string) => void
}

/** A value that was sent and is not taken. */
export class BadField extends Error {
  override readonly name = 'BadField'
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

const LARGEST_BODY = 16_384

/** Runs a route's work; what it throws becomes a problem in our own words. */
export function createRequestHandler({
  newRequestId = randomUUID,
  onFault = () => undefined,
}: RequestHandlerOptions = {}) {
  return async (work: (requestId: string) => Promise<Response>): Promise<Response> => {
    const requestId = newRequestId()
    try {
      const response = await work(requestId)
      response.headers.set('x-request-id', requestId)
      response.headers.set('cache-control', 'no-store')
      return response
    } catch (error) {
      if (isAccessError(error)) {
        return problemAnswer(error.kind, requestId, { retryAfterMs: error.retryAfterMs })
      }
      if (error instanceof BadField) {
        const { field, message } = error
        return problemAnswer('bad-parameter', requestId, {
          parameter: field,
          allowed: message,
          detail: `${field}: ${message}`,
        })
      }
      const isStore = isOfDatabase(error)
      // A failed statement's message holds its values.
      onFault(requestId, isStore ? `the database: ${String((error as Error).cause)}` : String(error))
      return problemAnswer(isStore ? 'store-unreachable' : 'internal', requestId)
    }
  }
}

/**
 * The JSON of a change, checked.
 * @throws BadField that names the first value that is not taken; never the value, which may be a password
 */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new BadField('content-type', 'allowed is application/json')
  }
  const text = await readText(request)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new BadField('body', 'allowed is one JSON object')
  }
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  throw new BadField(typeof name === 'string' ? name.slice(0, 40) : 'body', wordsOf(issue))
}

async function readText(request: Request): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > LARGEST_BODY) throw new BadField('body', `at most ${LARGEST_BODY} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'too_small':
      return issue.minimum === 1 ? 'is missing' : `at least ${issue.minimum} characters`
    case 'too_big':
      return `at most ${issue.maximum} characters`
    case 'unrecognized_keys':
      return 'is not known here'
    default:
      return issue?.path[0] === 'email' ? 'is no e-mail address' : 'is not allowed'
  }
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && (error.name === 'DrizzleQueryError' || 'query' in error)
}
