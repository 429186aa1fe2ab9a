import type { TileSource } from '@/components/map/types'

const OPENSTREETMAP_HOST = 'tile.openstreetmap.org'
const COPYRIGHT_LINK =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a>'

/**
 * Escaped, because Leaflet inserts an attribution as markup; OpenStreetMap's
 * licence asks for the link.
 */
export function attributionMarkup({ url, attribution, archive }: TileSource): string {
  if (URL.canParse(url) && new URL(url).hostname === OPENSTREETMAP_HOST)
    return `© ${COPYRIGHT_LINK} contributors`
  const text = attribution.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return archive ? text.replace('OpenStreetMap', COPYRIGHT_LINK) : text
}
