import type { LiveVehicle } from '@/lib/contract/live'
import type { Clock } from '@/lib/scheduling/clock'
import type { ListSnapshot } from './cluster'

/** Encoded or decoded in a few milliseconds. */
const RECORDS_PER_LINE = 1000

/** Encodes a list as a line of meta and lines of vehicles, yielding to the event loop between them. */
export async function encodeList(
  { records, meta }: ListSnapshot,
  clock: Pick<Clock, 'yieldToEventLoop'>,
): Promise<string> {
  const lines = [JSON.stringify(meta)]
  for (let from = 0; from < records.length; from += RECORDS_PER_LINE) {
    lines.push(JSON.stringify(records.slice(from, from + RECORDS_PER_LINE)))
    await clock.yieldToEventLoop()
  }
  return lines.join('\n')
}

export async function decodeList(
  text: string,
  clock: Pick<Clock, 'yieldToEventLoop'>,
): Promise<ListSnapshot> {
  const [meta = '', ...lines] = text.split('\n')
  const records: LiveVehicle[] = []
  for (const line of lines) {
    records.push(...(JSON.parse(line) as LiveVehicle[]))
    await clock.yieldToEventLoop()
  }
  return { meta: JSON.parse(meta), records }
}
