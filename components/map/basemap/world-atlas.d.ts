/**
 * In place of the type that TypeScript reads from the file, whose `type` and
 * coordinates are too wide.
 */
declare module 'world-atlas/land-50m.json' {
  const atlas: Parameters<typeof import('topojson-client').feature>[0]
  // biome-ignore lint/style/noDefaultExport: as of every JSON file
  export default atlas
}
