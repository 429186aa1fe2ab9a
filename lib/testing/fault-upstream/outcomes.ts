import { problemKinds } from '@/lib/api/contract/problems'
import type { FaultName } from './catalogue'

/** Statuses of the problems in the table of faults, with their titles on the screens. */
export const problems = {
  'not-found': { status: 404, title: problemKinds['not-found'].title },
  'request-refused': { status: 422, title: problemKinds['request-refused'].title },
  'upstream-unreachable': { status: 502, title: problemKinds['upstream-unreachable'].title },
  'upstream-tls': { status: 502, title: problemKinds['upstream-tls'].title },
  'upstream-timeout': { status: 504, title: problemKinds['upstream-timeout'].title },
  'upstream-auth': { status: 503, title: problemKinds['upstream-auth'].title },
  'upstream-forbidden': { status: 502, title: problemKinds['upstream-forbidden'].title },
  'rate-limited': { status: 503, title: problemKinds['rate-limited'].title },
  'upstream-error': { status: 502, title: problemKinds['upstream-error'].title },
  'upstream-redirect': { status: 502, title: problemKinds['upstream-redirect'].title },
  'bad-response': { status: 502, title: problemKinds['bad-response'].title },
  'too-large': { status: 502, title: problemKinds['too-large'].title },
} as const

/** Outcome of a call: an answer or a problem. */
export type Outcome = keyof typeof problems | 'answered'

export interface Outcomes {
  readonly list: Outcome
  readonly record: Outcome
}

const both = (outcome: Outcome): Outcomes => ({ list: outcome, record: outcome })

/** The outcome that the table of faults specifies. */
export const outcomes: Readonly<Record<FaultName, Outcomes>> = {
  'connection-refused': both('upstream-unreachable'),
  'key-rotated': both('upstream-auth'),
  'slow-headers': both('upstream-timeout'),
  'late-answer': both('answered'),
  'slow-body': both('upstream-timeout'),
  'dripping-body': both('upstream-timeout'),
  'reset-connection': both('upstream-unreachable'),
  'reset-kept-alive': both('answered'),
  'cut-body': both('bad-response'),
  'truncated-json': both('bad-response'),
  'nan-json': both('bad-response'),
  'gzip-bomb': both('too-large'),
  'huge-body': both('too-large'),
  'wrong-encoding': both('bad-response'),
  'invalid-utf8': both('bad-response'),
  '401': both('upstream-auth'),
  '403': both('upstream-forbidden'),
  '400': both('request-refused'),
  '404': { list: 'request-refused', record: 'not-found' },
  '404-list': { list: 'request-refused', record: 'answered' },
  '429-seconds': both('rate-limited'),
  '429-date': both('rate-limited'),
  '429-past-date': both('rate-limited'),
  '429-far': both('rate-limited'),
  '429-bare': both('rate-limited'),
  '429-unreadable': both('rate-limited'),
  '500': both('upstream-error'),
  '500-once': both('answered'),
  '502-html': both('upstream-error'),
  '503-seconds': both('rate-limited'),
  '503-bare': both('rate-limited'),
  '200-html': both('bad-response'),
  'empty-body': both('bad-response'),
  '204': both('bad-response'),
  redirect: both('upstream-redirect'),
  'wrong-shape': { list: 'bad-response', record: 'answered' },
  'array-shape': { list: 'bad-response', record: 'answered' },
  'row-without-id': both('answered'),
  'missing-fields': both('answered'),
  'null-fields': both('answered'),
  'wrong-types': both('answered'),
  'off-the-earth': both('answered'),
  'infinite-position': both('answered'),
  'hostile-keys': both('answered'),
  'megabyte-string': { list: 'answered', record: 'too-large' },
  'id-on-two-pages': both('answered'),
  'rows-without-id': both('answered'),
  'cursor-object': both('answered'),
  'cursor-endless': both('answered'),
  'cursor-repeats': both('answered'),
  'cursor-empty': both('answered'),
  'cursor-null': both('answered'),
  'cursor-absent': both('answered'),
  'cursor-on-empty-page': both('answered'),
  'endless-pages': both('answered'),
  'page-two-fails': both('answered'),
  'total-low': both('answered'),
  'total-negative': both('answered'),
  'total-absent': both('answered'),
  'clock-ahead': both('answered'),
  'unreadable-date': both('answered'),
  'another-record': { list: 'answered', record: 'bad-response' },
  'unknown-words': both('answered'),
  bare: both('answered'),
  wrapped: both('answered'),
}
