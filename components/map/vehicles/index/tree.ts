import KDBush from 'kdbush'

/** Positions in Web Mercator shares of the world. */
export interface TreeRequest {
  readonly number: number
  readonly x: Float64Array
  readonly y: Float64Array
}

export interface TreeAnswer {
  readonly number: number
  readonly data: ArrayBuffer
}

export function buildTree({ number, x, y }: TreeRequest): TreeAnswer {
  const tree = new KDBush(x.length)
  for (let at = 0; at < x.length; at++) tree.add(x[at] as number, y[at] as number)
  return { number, data: tree.finish().data as ArrayBuffer }
}
