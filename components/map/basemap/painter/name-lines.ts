import { boxOf } from './box'
import { type Feature, LINE } from './tile-data'

type Line = Feature['lines'][number]

const NAMED = ['name', 'ref']

/**
 * OpenStreetMap cuts a street at every bridge, limit and crossing, and a name fits on few of the pieces: joins those of
 * one name and class, end to end.
 */
export function nameLines(roads: readonly Feature[]): Feature[] {
  const streets = new Map<string, { first: Feature; lines: Line[] }>()
  for (const road of roads) {
    const name = NAMED.map((key) => road.properties[key]).find(
      (value) => typeof value === 'string' && value !== '',
    )
    if (name === undefined || road.type !== LINE) continue
    const key = `${String(road.properties.kind)} ${String(name)}`
    const street = streets.get(key)
    if (street) street.lines.push(...road.lines)
    else streets.set(key, { first: road, lines: [...road.lines] })
  }
  return [...streets.values()].map(({ first, lines }) => {
    const whole = joined(lines)
    return { ...first, lines: whole, box: boxOf(whole) }
  })
}

/** Lines that end where exactly one other begins or ends become one with it. */
function joined(lines: readonly Line[]): Line[] {
  const open = new Set(lines.filter(({ length }) => length > 1))
  const ends = new Map<string, Line[]>()
  for (const line of open) for (const key of endsOf(line)) ends.set(key, [...(ends.get(key) ?? []), line])
  const result: Line[] = []
  for (const line of open) {
    open.delete(line)
    const forth = extended(line, open, ends)
    result.push(extended(forth.toReversed(), open, ends))
  }
  return result
}

function extended(line: Line, open: Set<Line>, ends: ReadonlyMap<string, readonly Line[]>): Line {
  const points = [...line]
  for (;;) {
    const end = keyOf(points.at(-1))
    const meeting = ends.get(end) ?? []
    const next = meeting.length === 2 ? meeting.find((one) => open.has(one)) : undefined
    if (!next) return points
    open.delete(next)
    points.push(...(keyOf(next[0]) === end ? next : next.toReversed()).slice(1))
  }
}

function endsOf(line: Line): string[] {
  return [keyOf(line[0]), keyOf(line.at(-1))]
}

function keyOf(point: Line[number] | undefined): string {
  return `${point?.x} ${point?.y}`
}
