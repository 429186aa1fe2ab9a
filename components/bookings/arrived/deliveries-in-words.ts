import { formatCount } from '@/lib/format/number'

/** "1 delivery", "1,204 deliveries". */
export function deliveriesInWords(count: number): string {
  return count === 1 ? '1 delivery' : `${formatCount(count)} deliveries`
}
