import type { TypefacePart } from '@/components/map/typeface'
import type { Answer } from '@/lib/api/contract/answers'
import type { Landmark, Landmarks } from '@/lib/api/contract/places'
import { TYPEFACE } from '@/lib/format/typeface'
import type { Look, PainterAnswer, PainterRequest, TileAddress } from './messages'
import { type Name, NameIndex } from './name-index'
import { paintTile, sideOf } from './paint-tile'
import { namesOf } from './place-names'
import {
  type Box,
  boxOfTile,
  createTileSource,
  keyOf,
  overlaps,
  type PlacedTile,
  POINTS,
  withLandmarks,
} from './tiles'

interface ShownTile {
  readonly id: number
  readonly address: TileAddress
  data: PlacedTile | null
  isPainted: boolean
}

const { port1: turn, port2: nextTurn } = new MessageChannel()

// Paints tiles one at a time, the nearest to the middle of the map first; names of a
// tile are a task of their own.
const tiles = new Map<number, ShownTile>()
const waiting = new Set<ShownTile>()
const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
let read: ReturnType<typeof createTileSource> | null = null
let look: Look | null = null
/** By zoom. */
const names = new Map<number, NameIndex>()
let centre = { x: 0, y: 0 }
let isBusy = false

function measure(text: string, font: string): number {
  context.font = font
  return context.measureText(text).width
}

async function show(id: number, address: TileAddress): Promise<void> {
  const tile: ShownTile = { id, address, data: null, isPainted: false }
  tiles.set(id, tile)
  try {
    tile.data = (await read?.(address)) ?? null
  } catch {
    if (tiles.get(id) === tile) answer({ kind: 'failed', id })
    return
  }
  enqueue(tile)
}

function enqueue(tile: ShownTile): void {
  if (tiles.get(tile.id) !== tile || !tile.data) return
  waiting.add(tile)
  schedule()
}

function schedule(): void {
  if (isBusy || waiting.size === 0) return
  isBusy = true
  // Messages come first; not a timeout, which browsers delay by 4 ms.
  nextTurn.postMessage(null)
}

function step(present: Look): void {
  const tile = nearest(present)
  if (!tile?.data) return
  const key = keyOf(tile.data.address)
  const index = names.get(present.zoom) ?? new NameIndex()
  names.set(present.zoom, index)
  if (!index.has(key)) {
    const data = landmarks ? withLandmarks(tile.data, landmarks) : tile.data
    const added = namesOf(data, present, measure, typeface)
    repaint(index.add(key, added))
    void loadTypeface(added)
    return
  }
  waiting.delete(tile)
  const { canvas } = context
  canvas.width = sideOf(present)
  canvas.height = sideOf(present)
  paintTile(context, tile.address, present, tile.data, index.within(boxOfTile(tile.address)))
  tile.isPainted = true
  const picture = canvas.transferToImageBitmap()
  answer({ kind: 'painted', id: tile.id, picture }, [picture])
}

/** Of the zoom that is shown; tiles of another one are only kept until these are painted. */
function nearest({ zoom }: Look): ShownTile | null {
  let found: ShownTile | null = null
  let least = Number.POSITIVE_INFINITY
  for (const tile of waiting) {
    const { x, y, z } = tile.address
    if (z !== zoom) {
      waiting.delete(tile)
      continue
    }
    const distance = (x + 0.5 - centre.x) ** 2 + (y + 0.5 - centre.y) ** 2
    if (distance >= least) continue
    found = tile
    least = distance
  }
  return found
}

function repaint(changed: readonly Box[]): void {
  for (const tile of tiles.values()) {
    if (!tile.isPainted || tile.address.z !== look?.zoom) continue
    const box = boxOfTile(tile.address)
    if (changed.some((one) => overlaps(one, box))) enqueue(tile)
  }
}

/** Zooming out and back in again finds tiles that were not painted. */
function setLook(next: Look): void {
  const isRestyled = look?.style !== next.style
  look = next
  if (isRestyled) forgetPainted()
  for (const tile of tiles.values())
    if (tile.address.z === next.zoom && !tile.isPainted) enqueue(tile)
}

function forgetPainted(): void {
  names.clear()
  for (const tile of tiles.values()) tile.isPainted = false
}

// Firefox before 116 has none in workers.
const fonts = (self as unknown as { readonly fonts?: FontFaceSet }).fonts
const loadedFaces = new Set<FontFace>()
let typeface = 'system-ui, sans-serif'

function addTypeface(parts: readonly TypefacePart[]): void {
  for (const { family, source, weight, unicodeRange } of parts)
    fonts?.add(new FontFace(family, source, { weight, unicodeRange }))
}

/**
 * Loads the parts of the typeface that names need, and paints once more with each. The first
 * picture does not wait for them.
 */
async function loadTypeface(added: readonly Name[]): Promise<void> {
  const text = added.flatMap(({ lines }) => lines).join('')
  const faces = (await fonts?.load(`12px ${TYPEFACE}`, text).catch(() => [])) ?? []
  if (faces.every((face) => loadedFaces.has(face))) return
  for (const face of faces) loadedFaces.add(face)
  // A font that a worker has drawn with before stays what it was: Chromium looks it up once.
  typeface = `${TYPEFACE}, "${loadedFaces.size} parts"`
  forgetPainted()
  if (look) setLook(look)
}

/** Null until they are loaded, and where the file has points of interest of its own. */
let landmarks: readonly Landmark[] | null = null
const LANDMARKS_RETRY_MS = 30_000

/** Paints once more the tiles that have one: the first picture does not wait. */
async function loadLandmarks(url: string): Promise<void> {
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    const { data }: Answer<Landmarks> = await response.json()
    landmarks = data.landmarks
  } catch {
    setTimeout(() => void loadLandmarks(url), LANDMARKS_RETRY_MS)
    return
  }
  placeLandmarks(landmarks)
}

/** In tiles whose names are placed; tiles of other zooms place theirs again. */
function placeLandmarks(loaded: readonly Landmark[]): void {
  const index = look && names.get(look.zoom)
  names.clear()
  if (!look || !index) return
  names.set(look.zoom, index)
  for (const { data } of tiles.values()) {
    if (!data) continue
    const key = keyOf(data.address)
    const ofLandmarks = `${key} ${POINTS}`
    if (!index.has(key) || index.has(ofLandmarks)) continue
    const points = withLandmarks({ ...data, layers: new Map() }, loaded)
    const added = namesOf(points, look, measure, typeface)
    repaint(index.add(ofLandmarks, added))
    void loadTypeface(added)
  }
}

function answer(message: PainterAnswer, transfer: Transferable[] = []): void {
  postMessage(message, { transfer })
}

turn.onmessage = () => {
  isBusy = false
  if (look) step(look)
  schedule()
}

addEventListener('message', ({ data: request }: MessageEvent<PainterRequest>) => {
  if (request.kind === 'start') {
    read = createTileSource(request.url, request.zooms)
    addTypeface(request.typeface)
    if (request.landmarksUrl !== null) void loadLandmarks(request.landmarksUrl)
  } else if (request.kind === 'look') setLook(request.look)
  else if (request.kind === 'centre') centre = request
  else if (request.kind === 'show') void show(request.id, request.tile)
  else {
    const tile = tiles.get(request.id)
    if (tile) waiting.delete(tile)
    tiles.delete(request.id)
  }
})
