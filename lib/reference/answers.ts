import { STATUS_CODES } from 'node:http'
import type { GapAnswers } from './gaps'

export function jsonAnswer(body: unknown): Response {
  return answer(200, JSON.stringify(body), 'application/json; charset=utf-8')
}

/** Why a request failed: `code` for programs, `message` for people. Neither holds a key. */
export class RequestFault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

export const invalidParameter = (answers: GapAnswers, message: string) =>
  new RequestFault(answers.invalidParameter, 'invalid_parameter', message)

/** A failure, in the body that the gap options choose (§7: not shown). */
export function faultAnswer(fault: RequestFault, shape: GapAnswers['errorBody']): Response {
  const { status, code, message, headers } = fault
  const title = STATUS_CODES[status] ?? 'Error'
  switch (shape) {
    case 'error':
      return json(status, { error: { code, message } }, headers)
    case 'message':
      return json(status, { message }, headers)
    case 'problem':
      return json(
        status,
        { type: 'about:blank', title, status, detail: message },
        headers,
        'problem+json',
      )
    case 'text':
      return answer(status, `${message}\n`, 'text/plain; charset=utf-8', headers)
    case 'html':
      return htmlAnswer(status, headers)
    case 'empty':
      return answer(status, null, null, headers)
  }
}

/** An error page as a proxy sends it. */
export function htmlAnswer(status: number, headers: Record<string, string> = {}): Response {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`
  const page = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`
  return answer(status, page, 'text/html; charset=utf-8', headers)
}

function json(
  status: number,
  body: unknown,
  headers: Record<string, string>,
  kind = 'json',
): Response {
  return answer(status, JSON.stringify(body), `application/${kind}; charset=utf-8`, headers)
}

function answer(
  status: number,
  body: string | null,
  type: string | null,
  headers: Record<string, string> = {},
): Response {
  // Positions and drivers are personal and soon out of date.
  const all = new Headers({ 'cache-control': 'no-store', ...headers })
  if (type) all.set('content-type', type)
  return new Response(body, { status, headers: all })
}
