import { isolated, safeText } from '@/lib/format/text'

const LONGEST = 60

/**
 * "near Av. Italia 2345", in a list of facts. A direction never comes before it: it would count from the address.
 * @param name of an address or street, out of the map's data
 */
export function nearWords(name: string): string {
  return `near ${isolated(safeText(name, LONGEST))}`
}
