import type { GapAnswers } from '@/lib/reference/gaps'
import { presentBooking } from '@/lib/reference/present'
import type { BookingRecord } from '@/lib/reference/resources'

/** Names of the two webhooks, §6. */
export type WebhookEvent = 'vehicle-booking-create' | 'booking_status_changed'

/** How deliveries look and arrive, which §6 does not show; the first choice is the default. */
export const webhookChoices = {
  form: ['wrapped', 'bare', 'event-data', 'form-encoded', 'mixed'],
  spelling: ['underscores', 'hyphens', 'mixed'],
  doubled: ['never', 'sometimes'],
  order: ['kept', 'shuffled'],
  late: ['never', 'sometimes'],
} as const

type Choices = typeof webhookChoices
export type WebhookAnswers = { [Name in keyof Choices]: Choices[Name][number] }
type Form = Exclude<WebhookAnswers['form'], 'mixed'>

export const webhookNames = Object.keys(webhookChoices) as (keyof WebhookAnswers)[]

/**
 * Reads `name=value` as written on a command line.
 * @throws RangeError naming the option and its choices
 */
export function parseWebhookChoice(text: string): Partial<WebhookAnswers> {
  const [name = '', value = ''] = text.split('=', 2)
  const known = webhookNames.find((one) => one === name)
  if (!known) throw new RangeError(`unknown option "${name}", expected one of ${webhookNames.join(', ')}`)
  const choices: readonly string[] = webhookChoices[known]
  if (choices.includes(value)) return { [known]: value }
  throw new RangeError(`${known} is "${value}", expected one of ${choices.join(', ')}`)
}

export function answerWebhooks(given: Partial<WebhookAnswers> = {}): WebhookAnswers {
  const defaults = Object.fromEntries(webhookNames.map((name) => [name, webhookChoices[name][0]]))
  return { ...(defaults as WebhookAnswers), ...given }
}

export interface WebhookBody {
  readonly contentType: string
  readonly text: string
}

/**
 * The body of a delivery.
 * @param luck whole number that decides the form where it is `mixed`
 */
export function webhookBody(
  event: WebhookEvent,
  booking: BookingRecord,
  { form, spelling }: WebhookAnswers,
  gaps: GapAnswers,
  luck: number,
): WebhookBody {
  const forms: readonly Form[] = ['wrapped', 'bare', 'event-data', 'form-encoded']
  const chosen = form === 'mixed' ? forms[luck % forms.length]! : form
  const hyphens = spelling === 'hyphens' || (spelling === 'mixed' && (luck >>> 4) % 2 === 1)
  const name = event.replace(/[-_]/g, hyphens ? '-' : '_')
  const shown = presentBooking(booking, gaps)
  if (chosen === 'form-encoded') {
    const text = new URLSearchParams({ event: name, booking: JSON.stringify(shown) }).toString()
    return { contentType: 'application/x-www-form-urlencoded', text }
  }
  const shapes = { wrapped: { booking: shown }, bare: shown, 'event-data': { event: name, data: shown } }
  return { contentType: 'application/json', text: JSON.stringify(shapes[chosen]) }
}
