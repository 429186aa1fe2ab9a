import type { SuitePart } from '@/e2e/runner/suite'
import { floodRows } from './flood'
import { unknownTokenRows } from './unknown-tokens'

/** Webhooks from senders that mean no good, and from those that have no address. */
export const deliveries: SuitePart = async (options) => ({
  title: 'Hostile webhooks',
  rows: [...(await unknownTokenRows(options)), ...(await floodRows(options))],
})
