import type { LiveSnapshotPart, LiveVehicle } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import type { Deltas, FramesEnd, ListChanges, RecordingEvents } from '@/lib/contract/recording-frames'

/** What a client has read of a recording. */
export interface RecordedClient {
  /** By id, in the order of the list. */
  readonly list: ReadonlyMap<string, LiveVehicle>
  readonly lists: { readonly version: string; readonly atMs: number; readonly list: LiveVehicle[] }[]
  readonly gaps: RecordingGap[]
  readonly end: FramesEnd | null
}

/**
 * Reads an answer of `GET /api/recording/frames` with code of its own. Fails on any event out of step.
 * @param before what the answer goes on from
 */
export function readAnswer(text: string, before: Pick<RecordedClient, 'list'> | null): RecordedClient {
  const list = new Map(before?.list)
  const lists: RecordedClient['lists'] = []
  const gaps: RecordingGap[] = []
  let end: FramesEnd | null = null
  let ids: (string | null)[] | null = null
  const events = text.split('\n\n').slice(0, -1).map(readEvent)
  for (const { name, id, data } of events) {
    if (end) throw new Error(`${name} behind the end`)
    if (name === 'gap') gaps.push(data as RecordingGap)
    else if (name === 'end') end = data as FramesEnd
    else if (name === 'snapshot') {
      const { part, parts, vehicles, writtenAt } = data as LiveSnapshotPart
      if (part === 0) list.clear()
      for (const vehicle of vehicles) list.set(vehicle.id, vehicle)
      if (part < parts - 1) continue
      lists.push({ version: id, atMs: writtenAt ?? Number.NaN, list: [...list.values()] })
      ids = null
    } else if (name === 'changes') {
      const changes = data as ListChanges
      ids = changes.ids ? [...changes.ids] : ids
      if (!ids) throw new Error('changes of vehicles without numbers')
      change(list, ids, changes)
      lists.push({ version: id, atMs: changes.writtenAt, list: [...list.values()] })
    } else throw new Error(name)
  }
  return { list, lists, gaps, end }
}

function readEvent(text: string) {
  const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? ''
  return { name: of('event') as keyof RecordingEvents, id: of('id'), data: JSON.parse(of('data')) as unknown }
}

function change(
  list: Map<string, LiveVehicle>,
  ids: (string | null)[],
  { moved, since, fields, added, removed }: ListChanges,
): void {
  const set = (number: number, name: string, value: unknown) => {
    const vehicle = list.get(ids[number] as string)
    if (!vehicle) throw new Error(`vehicle ${number} of ${ids.length}`)
    list.set(vehicle.id, { ...vehicle, [name]: value })
  }
  const [lats, lngs, times] = [moved.latDeltas, moved.lngDeltas, since.timeDeltas].map(sums) as number[][]
  for (const [n, at] of sums(moved.atDeltas).entries())
    set(at, 'position', { lat: lats![n]! / moved.scale, lng: lngs![n]! / moved.scale })
  for (const { name, atDeltas, values, numbers } of fields)
    for (const [n, number] of sums(atDeltas).entries()) set(number, name, values[numbers[n]!])
  for (const [n, at] of sums(since.atDeltas).entries())
    set(at, 'statusSince', { atMs: times![n], isBeginning: since.begun[n] === 1 })
  for (const number of removed) {
    if (!list.delete(ids[number] as string)) throw new Error(`vehicle ${number} is gone already`)
    ids[number] = null
  }
  for (const vehicle of added) {
    list.set(vehicle.id, vehicle)
    ids.push(vehicle.id)
  }
}

function sums(deltas: Deltas): number[] {
  let sum = 0
  return deltas.map((delta) => (sum += delta))
}
