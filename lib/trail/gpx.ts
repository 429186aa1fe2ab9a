import type { Position } from '@/lib/interface/resources'
import { type Track, trackName, trackPoints, utc } from './track'

export interface GpxOptions {
  readonly name: string
  /** When the file is made; milliseconds since the epoch. */
  readonly nowMs: number
}

/**
 * Tracks as a GPX 1.1 text: one a vehicle, with a segment for each time without a break, and its stops as waypoints.
 * Source: https://www.topografix.com/GPX/1/1/gpx.xsd
 */
export function formatGpx(tracks: readonly Track[], options: GpxOptions): string {
  return gpxFile([...tracks.flatMap(stopLines), ...tracks.flatMap(trackLines)], options)
}

/** @param lines waypoints, then tracks */
export function gpxFile(lines: readonly string[], { name, nowMs }: GpxOptions): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Kerbside">',
    `<metadata><name>${escapeXml(name)}</name><time>${utc(nowMs)}</time></metadata>`,
    ...lines,
    '</gpx>\n',
  ].join('\n')
}

export function waypoint(
  position: Position,
  { atMs, name, description }: { readonly atMs: number; readonly name: string; readonly description: string },
): string {
  const inside = `<time>${utc(atMs)}</time><name>${escapeXml(name)}</name><desc>${escapeXml(description)}</desc>`
  return `<wpt ${attributes(position)}>${inside}</wpt>`
}

function stopLines(track: Track): string[] {
  return track.trail.legs.flatMap((leg) => {
    if (leg.kind !== 'stop') return []
    const { position, fromMs, toMs } = leg
    const name = `Stop of ${Math.round((toMs - fromMs) / 60_000)} min`
    const description = `${trackName(track)}, until ${utc(toMs)}`
    return [waypoint(position, { atMs: fromMs, name, description })]
  })
}

function trackLines(track: Track): string[] {
  const segments = track.trail.pieces.map(({ points }) => [
    '<trkseg>',
    ...trackPoints(points).map(
      (point) => `<trkpt ${attributes(point)}><time>${utc(point.atMs)}</time></trkpt>`,
    ),
    '</trkseg>',
  ])
  return ['<trk>', `<name>${escapeXml(trackName(track))}</name>`, ...segments.flat(), '</trk>']
}

function attributes({ lat, lng }: Position): string {
  // The schema excludes 180, which is -180, and exponents.
  return `lat="${decimal(lat)}" lon="${decimal(lng >= 180 ? lng - 360 : lng)}"`
}

function decimal(degrees: number): string {
  const text = degrees.toFixed(9).replace(/\.?0+$/, '')
  return text === '-0' ? '0' : text
}

// Characters that XML 1.0 forbids, even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '\ufffd')
    .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}
