import { isList, type Play, write, writeReal } from './reply'

const ERROR = '{"error": "the service’s own words"}'

function status(row: number, code: number, headers: Readonly<Record<string, string>> = {}, body = ERROR) {
  return { row, play: (exchange) => write(exchange, code, body, headers) } satisfies {
    row: number
    play: Play
  }
}

const html = { 'content-type': 'text/html' }
const PAGE = '<html><body><h1>Bad gateway</h1><script>alert(1)</script></body></html>'

/** Rows 12 to 23 and 37: statuses, and bodies that are none. */
export const statusFaults = {
  '401': status(12, 401),
  '403': status(13, 403),
  '404': status(14, 404),
  '400': status(15, 400),
  '404-list': {
    row: 15,
    play: (exchange) => (isList(exchange) ? write(exchange, 404, ERROR) : writeReal(exchange)),
  },
  '429-seconds': status(16, 429, { 'retry-after': '2' }),
  '429-date': {
    row: 17,
    play: (exchange) =>
      write(exchange, 429, ERROR, { 'retry-after': new Date(Date.now() + 3000).toUTCString() }),
  },
  '429-past-date': status(17, 429, { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }),
  '429-far': status(17, 429, { 'retry-after': '86400' }),
  '429-bare': status(18, 429),
  '429-unreadable': status(18, 429, { 'retry-after': 'soon' }),
  '500': status(19, 500),
  '500-once': {
    row: 19,
    play: (exchange) => (exchange.nth === 1 ? write(exchange, 500, ERROR) : writeReal(exchange)),
  },
  '502-html': status(20, 502, html, PAGE),
  '503-seconds': status(21, 503, { 'retry-after': '2' }),
  '503-bare': status(21, 503),
  '200-html': status(22, 200, html, PAGE),
  'empty-body': status(23, 200, {}, ''),
  '204': status(23, 204, {}, ''),
  redirect: status(37, 302, { location: 'http://127.0.0.1:9/elsewhere' }),
} satisfies Record<string, { row: number; play: Play }>
