import type { Cluster } from './clusters'
import { STATUS_STYLES } from './status-style'

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })

const RING_WIDTH = 5

/** Radius of a cluster in CSS pixels: a little more for ten times the vehicles. */
export function clusterRadius(count: number): number {
  return Math.min(26, 14 + 3 * Math.log10(count))
}

/** A count inside a ring whose arcs are the shares of the statuses, at CSS pixels. */
export function paintCluster(
  context: CanvasRenderingContext2D,
  { count, mix }: Cluster,
  x: number,
  y: number,
): void {
  const radius = clusterRadius(count)
  context.beginPath()
  context.arc(x, y, radius + 1, 0, 2 * Math.PI)
  context.fillStyle = 'rgb(0 0 0 / 0.45)'
  context.fill()
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = '#ffffff'
  context.fill()
  context.lineWidth = RING_WIDTH
  let from = -Math.PI / 2
  mix.forEach((share, style) => {
    if (share === 0) return
    const to = from + (2 * Math.PI * share) / count
    context.beginPath()
    context.arc(x, y, radius - 1 - RING_WIDTH / 2, from, to)
    context.strokeStyle = STATUS_STYLES[style]?.colour as string
    context.stroke()
    from = to
  })
  context.fillStyle = '#17201c'
  context.fillText(compact.format(count), x, y + 0.5)
}

/** To be called once before a row of clusters. */
export function prepareClusters(context: CanvasRenderingContext2D): void {
  context.font = '600 11px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
}
