import type { Suite } from '@/e2e/runner/suite'
import { addresses } from './addresses'
import { deliveries } from './deliveries'
import { fields } from './fields'
import { floods } from './floods'
import { keptDeliveries } from './kept-deliveries'
import { key } from './key'
import { load } from './load'

/** Hostile input and load against a running dashboard. */
export const hostile: Suite = {
  parts: {
    addresses,
    deliveries,
    'kept-deliveries': keptDeliveries,
    fields,
    floods,
    key,
    load,
  },
  concurrent: ['addresses', 'fields', 'key'],
}
