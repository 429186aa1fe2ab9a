/** Longitude and latitude, in degrees. */
type Position = number[]

/** Natural Earth's land: polygons of rings of latitude and longitude. */
export async function loadLand(): Promise<[number, number][][][]> {
  const [{ feature }, { default: atlas }] = await Promise.all([
    import('topojson-client'),
    import('world-atlas/land-50m.json'),
  ])
  const { land } = atlas.objects
  if (!land) throw new Error('The atlas has no land')
  const found = feature(atlas, land)
  const shapes = found.type === 'FeatureCollection' ? found.features : [found]
  return shapes.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates.flatMap(onFlatMap) : [],
  )
}

/** The atlas is a globe's: a ring that crosses ±180° would be drawn as a line round the world. */
function onFlatMap(rings: readonly Position[][]): [number, number][][][] {
  const flat = rings.filter((ring) => !ring.every(([, lat = 0]) => lat < -89)).map(unrolled)
  const lngs = (flat[0] ?? []).map(([lng = 0]) => lng)
  const west = Math.min(...lngs)
  const east = Math.max(...lngs)
  const turn = -360 * Math.round((west + east) / 720)
  const copies = [turn]
  if (east + turn > 180) copies.push(turn - 360)
  if (west + turn < -180) copies.push(turn + 360)
  return copies.map((by) => flat.map((ring) => ring.map(([lng = 0, lat = 0]) => [lat, lng + by])))
}

/** A ring that goes on beyond ±180°; one round the south pole is closed there. */
function unrolled(ring: readonly Position[]): Position[] {
  let turn = 0
  let before = ring[0]?.[0] ?? 0
  const points = ring.map(([lng = 0, lat = 0]): Position => {
    turn -= 360 * Math.round((lng - before) / 360)
    before = lng
    return [lng + turn, lat]
  })
  const [first = 0] = points[0] ?? []
  const [last = 0] = points.at(-1) ?? []
  return turn === 0 ? points : [...points, [last, -90], [first, -90], points[0] as Position]
}
