/** Of one answer of `GET /api/recording/frames`: the rest is asked for with its `next`. */
export const FRAMES_SPAN_MAXIMUM_MS = 10 * 60_000
/** Of `/vehicle`, which may answer less at once, up to its `untilMs`, and of `/export`. */
export const QUESTION_SPAN_MAXIMUM_MS = 24 * 60 * 60_000
/** Of a timeline. */
export const COUNTS_MAXIMUM = 500
/** Formats for exporting recordings. */
export const EXPORT_FORMATS = ['geojson', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** Of all vehicles in one export: the thread that writes the file takes 2 s for them, in which it answers nothing else. */
export const EXPORT_POINTS_MAXIMUM = 100_000
