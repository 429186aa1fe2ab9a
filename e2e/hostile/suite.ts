import type { Suite } from '@/e2e/runner/suite'
import { addresses } from './addresses'
import { deliveries } from './deliveries'
import { fields } from './fields'
import { keptDeliveries } from './kept-deliveries'
import { key } from './key'
import { load } from './load'
import { outage } from './outage'
import { search } from './search'
import { signInFlood } from './sign-in-flood'

/** Hostile input, load and a failing service against a running dashboard. */
export const hostile: Suite = {
  parts: {
    addresses,
    deliveries,
    'kept-deliveries': keptDeliveries,
    fields,
    key,
    load,
    outage,
    search,
    'sign-in-flood': signInFlood,
  },
  concurrent: ['addresses', 'fields', 'key', 'outage'],
  failsOnMiss: true,
}
