import { STATUS_STYLES } from '@/lib/format/status/status-style'
import type { Cluster } from './clusters'

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })

const RING_WIDTH = 5

/** Radius of a cluster in CSS pixels: 3 more for ten times the vehicles. */
export function clusterRadius(count: number): number {
  return Math.min(26, 14 + 3 * Math.log10(count))
}

/** A cluster and its centre in CSS pixels. */
export interface PlacedCluster {
  readonly cluster: Cluster
  readonly x: number
  readonly y: number
}

/**
 * Counts inside rings whose arcs are the shares of the statuses. One path per arc: hundreds in one path take twice
 * as long, because they might cross.
 */
export function paintClusters(context: CanvasRenderingContext2D, clusters: readonly PlacedCluster[]): void {
  paintDiscs(context, clusters, 1, 'rgb(0 0 0 / 0.5)')
  paintDiscs(context, clusters, 0, '#ffffff')
  context.lineWidth = RING_WIDTH
  STATUS_STYLES.forEach(({ colour }, style) => {
    context.strokeStyle = colour
    for (const { cluster, x, y } of clusters) {
      const share = cluster.mix[style] as number
      if (share === 0) continue
      const from = -Math.PI / 2 + (2 * Math.PI * sum(cluster.mix, style)) / cluster.count
      const radius = clusterRadius(cluster.count) - 1 - RING_WIDTH / 2
      context.beginPath()
      context.arc(x, y, radius, from, from + (2 * Math.PI * share) / cluster.count)
      context.stroke()
    }
  })
  context.font = '600 11px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = '#17201c'
  for (const { cluster, x, y } of clusters) context.fillText(compact.format(cluster.count), x, y + 0.5)
}

function paintDiscs(
  context: CanvasRenderingContext2D,
  clusters: readonly PlacedCluster[],
  wider: number,
  colour: string,
): void {
  context.fillStyle = colour
  for (const { cluster, x, y } of clusters) {
    context.beginPath()
    context.arc(x, y, clusterRadius(cluster.count) + wider, 0, 2 * Math.PI)
    context.fill()
  }
}

function sum(mix: readonly number[], before: number): number {
  let total = 0
  for (let style = 0; style < before; style++) total += mix[style] as number
  return total
}
