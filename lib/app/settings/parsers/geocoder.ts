import { ConfigError } from '@/lib/app/settings/config-error'
import type { GeocoderSettings } from '@/lib/app/settings/settings'
import type { Parser } from './basic'

const ALLOWED =
  'allowed is the search address of Photon (http(s)://host[:port]/…/api) or Nominatim (…/search or …/search.php), without user, query or fragment'

/** @throws ConfigError; its message does not repeat the address, which may hold a password by mistake */
export const parseGeocoderUrl: Parser<GeocoderSettings> = (text, name) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain =
    url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
  const path = url?.pathname.replace(/\/+$/, '') ?? ''
  const kind = path.endsWith('/api') ? 'photon' : /\/search(\.php)?$/.test(path) ? 'nominatim' : null
  if (!isPlain || !kind) throw new ConfigError(`${name} is not such an address; ${ALLOWED}`)
  return { kind, url: `${url.origin}${path}${kind === 'photon' ? '/' : ''}` }
}
