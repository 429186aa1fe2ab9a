import { z } from 'zod'
import { ArchiveError } from './archive-error'

// Source: https://docs.protomaps.com/basemaps/layers
const LAYERS = [
  'boundaries',
  'buildings',
  'earth',
  'landcover',
  'landuse',
  'places',
  'pois',
  'roads',
  'water',
]
const DEFAULT_ATTRIBUTION = '© OpenStreetMap contributors'

const metadataSchema = z.object({
  attribution: z.string().max(1000).optional().catch(undefined),
  vector_layers: z
    .array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()).optional() }))
    .optional(),
})

/**
 * Only the layers tell schemas apart: Protomaps 4 calls a road's class `kind`, version 3 `pmap:kind`.
 * @throws ArchiveError for vector tiles of another schema
 */
export function checkSchema(metadata: unknown): void {
  const layers = metadataSchema.safeParse(metadata).data?.vector_layers ?? []
  const ids = layers.map(({ id }) => id)
  const hasGround = ids.includes('earth') && ids.includes('roads')
  const fields = Object.keys(layers.find(({ id }) => id === 'roads')?.fields ?? {})
  if (hasGround && ids.every((id) => LAYERS.includes(id)) && (fields.length === 0 || fields.includes('kind')))
    return
  const has = ids.length === 0 ? 'names no layers' : `has the layers ${ids.slice(0, 12).join(', ')}`
  throw new ArchiveError(
    `${has}; Kerbside draws vector tiles in the Protomaps schema, version 4 (${LAYERS.join(', ')})`,
  )
}

/** Plain text: archives of Protomaps write links. */
export function attributionOf(metadata: unknown): string {
  const text = metadataSchema.safeParse(metadata).data?.attribution ?? ''
  return text.replaceAll(/<[^>]*>|[<>\p{Cc}]/gu, '').trim() || DEFAULT_ATTRIBUTION
}
