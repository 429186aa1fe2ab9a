import type { ExportFormat } from '@/lib/contract/recording-limits'
import { formatGeoJson } from './geojson'
import { formatGpx, type GpxOptions } from './gpx'
import type { Track } from './track'
import { formatTrailCsv } from './trail-csv'

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  geojson: 'application/geo+json',
  gpx: 'application/gpx+xml',
  csv: 'text/csv',
}

/** Tracks as the text of a file. */
export function formatTracks(format: ExportFormat, tracks: readonly Track[], options: GpxOptions): string {
  if (format === 'csv') return formatTrailCsv(tracks)
  return format === 'gpx' ? formatGpx(tracks, options) : formatGeoJson(tracks)
}
