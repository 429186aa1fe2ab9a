import type { Observations } from '@/lib/contract/observations'
import type { JsonObject } from '@/lib/interface/resources'
import type { Call } from '@/lib/upstream/endpoints'
import { redact } from '@/lib/upstream/http/redact'
import { formOfHeader } from './forms'
import { createObservedGaps } from './observed-gaps'
import { recordPage } from './page'
import { recordRecord } from './records'
import { formOfRefusal } from './refusal'

/**
 * Notes what the service answers in the gaps of the interface: key words of closed lists, names of fields, and forms
 * in our own words. Nothing that could be about a person is kept, and of each gap a bounded number of answers.
 */
export interface ObservationRecorder {
  /** The head of every answer. */
  onResponse(call: Call, response: Response): void
  /** An answer that is no success: reads the beginning of its body, or leaves it. Never rejects. */
  onRefusal(call: Call, response: Response): Promise<void>
  /** The JSON of a success, before it is read into records. */
  onAnswer(call: Call, answer: unknown): void
  read(): Observations
}

const RATE_LIMIT_HEADER = /^(retry-after|(x-)?rate-?limit(-[a-z-]{1,30})?)$/

/**
 * @param now milliseconds since the epoch
 * @param key as it is now; it is kept nowhere, whatever the service says
 */
export function createObservations(
  now: () => number = Date.now,
  key: () => string = () => '',
): ObservationRecorder {
  const notes = createObservedGaps(now, (text) => (key() === '' ? text : redact(text, key())))
  return {
    onResponse({ endpoint, looksUp }, { status, headers }) {
      notes.form('status_code', `${endpoint}: ${status}`)
      if (looksUp && (status === 404 || status === 410)) notes.form('not_found', `${endpoint}: ${status}`)
      for (const [name, text] of headers) {
        if (RATE_LIMIT_HEADER.test(name)) notes.form('rate_limit_header', `${name}: ${formOfHeader(text)}`)
      }
      if ((status === 429 || status === 503) && !headers.has('retry-after'))
        notes.form('rate_limit_header', `${status} without retry-after`)
    },
    async onRefusal(_call, response) {
      notes.form('error_body', await formOfRefusal(response))
    },
    onAnswer(call, answer) {
      if (typeof answer !== 'object') return
      if (call.looksUp || call.endpoint.endsWith('/example')) recordRecord(call, answer, notes)
      else if (call.query && answer !== null) recordPage(call.query, answer as JsonObject, notes)
    },
    read: notes.read,
  }
}
