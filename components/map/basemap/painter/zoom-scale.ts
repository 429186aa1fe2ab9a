export type Stops = readonly (readonly [zoom: number, pixels: number])[]

/** Growth of widths from one stop to the next, as of the ground's. */
const BASE = 1.6

/**
 * A width in pixels of a tile, so that it has its pixels on the screen between whole zooms too.
 * @param zoom of the tiles
 * @param scale how much larger the map shows tiles than they are drawn; not 1 between whole zooms
 */
export function widthAt(stops: Stops, zoom: number, scale: number): number {
  return interpolate(zoom + Math.log2(scale), stops) / scale
}

function interpolate(zoom: number, stops: Stops): number {
  const next = stops.findIndex(([at]) => at >= zoom)
  const [low, high] = [stops[next < 0 ? stops.length - 1 : next - 1], stops[next]]
  if (low === undefined || high === undefined) return (low ?? high)?.[1] ?? 0
  const share = (BASE ** (zoom - low[0]) - 1) / (BASE ** (high[0] - low[0]) - 1)
  return low[1] + share * (high[1] - low[1])
}
