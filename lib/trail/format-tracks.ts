import type { ExportFormat } from '@/lib/contract/recording-limits'
import { formatGeoJson } from './geojson'
import type { Track } from './track'
import { formatTrailCsv } from './trail-csv'

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  geojson: 'application/geo+json',
  csv: 'text/csv',
}

/** Tracks as the text of a file. */
export function formatTracks(format: ExportFormat, tracks: readonly Track[]): string {
  return format === 'csv' ? formatTrailCsv(tracks) : formatGeoJson(tracks)
}
