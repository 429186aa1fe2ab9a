import type { Flavour, GroundColour } from '@/components/map/basemap/flavours'

export type SymbolName = 'airport' | 'train' | 'ferry' | 'bus' | 'hospital' | 'taxi'

/** Kinds of points by OpenStreetMap's words, as Protomaps and addresses have them. */
const symbolsByKind: Readonly<Record<string, SymbolName>> = {
  aerodrome: 'airport',
  station: 'train',
  halt: 'train',
  ferry_terminal: 'ferry',
  bus_station: 'bus',
  hospital: 'hospital',
  taxi: 'taxi',
}

export function symbolOf(kind: unknown): SymbolName | undefined {
  return symbolsByKind[String(kind)]
}

/** Half the side of a symbol on the screen, in CSS pixels. */
export const SYMBOL_REACH = 8

const EDGE_PIXELS = 1.5
const CORNER_PIXELS = 4

/** In a box from -8 to 8; what lies twice under a line is open. */
const glyphs: Readonly<Record<SymbolName, string>> = {
  airport:
    'M0-6c.8 0 1.2.9 1.2 1.9v2.2l4.7 2.9v1.6L1.2 1.3v2.5l1.5 1.1v1.2L0 5.4-2.7 6.1V4.9l1.5-1.1V1.3L-5.9 2.6V1l4.7-2.9v-2.2C-1.2-5.1-.8-6 0-6Z',
  train:
    'M-4-3.6a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v4.8a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2ZM-2.6-3.9v3h5.2v-3ZM-2.6 3.9h1.7L-2 5.8h-1.8ZM2.6 3.9H.9L2 5.8h1.8Z',
  ferry: 'M-6.2.8H6.2L4.5 4.6h-9ZM-3.6-2.4h7.2v2.4h-7.2ZM-.8-5.2H.8v2H-.8Z',
  bus: 'M-4.4-3.8a1.6 1.6 0 0 1 1.6-1.6h5.6a1.6 1.6 0 0 1 1.6 1.6v7h-8.8ZM-3.1-3.9v3.3h6.2v-3.3ZM-3.7 3.6h1.9v1.8h-1.9ZM1.8 3.6h1.9v1.8H1.8Z',
  hospital: 'M-1.6-5.2h3.2v3.6h3.6v3.2H1.6v3.6h-3.2V1.6h-3.6v-3.2h3.6Z',
  taxi: 'M-1.7-5.8h3.4v1.7h-3.4ZM-3.4-3.5h6.8L4.9-.2v3.8h-9.8V-.2ZM-2.5-2.2l-.9 2.1h6.8l-.9-2.1ZM-4.5 4h2v1.4h-2ZM2.5 4h2v1.4h-2Z',
}

function colourOf(symbol: SymbolName): GroundColour {
  return symbol === 'hospital' ? 'hospital' : 'transit'
}

/**
 * Paints around the origin.
 * @param scale how much larger the map shows tiles than they are drawn
 */
export function paintSymbol(
  context: OffscreenCanvasRenderingContext2D,
  symbol: SymbolName,
  flavour: Flavour,
  scale: number,
): void {
  context.save()
  context.scale(1 / scale, 1 / scale)
  const side = 2 * (SYMBOL_REACH - EDGE_PIXELS / 2)
  context.beginPath()
  context.roundRect(-side / 2, -side / 2, side, side, CORNER_PIXELS)
  context.fillStyle = flavour[colourOf(symbol)]
  context.fill()
  context.lineWidth = EDGE_PIXELS
  context.strokeStyle = flavour['name-halo']
  context.stroke()
  context.scale(GLYPH_SHARE, GLYPH_SHARE)
  context.fillStyle = flavour.symbol
  context.fill(new Path2D(glyphs[symbol]), 'evenodd')
  context.restore()
}

/** Leaves room between a glyph and the edge. */
const GLYPH_SHARE = 0.82
