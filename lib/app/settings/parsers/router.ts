import { ConfigError } from '@/lib/app/settings/config-error'
import type { RouterSettings } from '@/lib/app/settings/settings'
import type { Parser } from './basic'

const ALLOWED =
  'allowed is the table of OSRM (http(s)://host[:port]/…/table/v1/driving) or Valhalla’s …/sources_to_targets, without user, query or fragment'

const OSRM = /^(.*)\/table\/v1\/([a-z]{1,20})$/
const VALHALLA = /^(.*)\/sources_to_targets$/

/** @throws ConfigError; its message does not repeat the address, which may hold a password by mistake */
export const parseRouterUrl: Parser<RouterSettings> = (text, name) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain =
    url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
  const path = url?.pathname.replace(/\/+$/, '') ?? ''
  const [, osrm, profile] = OSRM.exec(path) ?? []
  const [, valhalla] = VALHALLA.exec(path) ?? []
  if (isPlain && profile !== undefined) return { kind: 'osrm', url: `${url.origin}${osrm}`, profile }
  if (isPlain && valhalla !== undefined) return { kind: 'valhalla', url: `${url.origin}${valhalla}` }
  throw new ConfigError(`${name} is not such an address; ${ALLOWED}`)
}
