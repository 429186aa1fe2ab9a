import { formatPosition } from '@/lib/interface/position'
import * as addresses from './address-parsers'
import * as parsers from './parsers'

/**
 * Words about a variable; `npm run generate` writes them into .env.example and docs/operations.md.
 */
export interface About {
  /** Parsed like a value when the variable is not set. */
  readonly default?: string | number
  /** The default in words, where it is not a value. */
  readonly unset?: string
  readonly example?: string
  readonly meaning: string
  /** Pages know it: `settings` of components/layout/providers.tsx. */
  readonly page?: true
  /** A secret, which a file may hold: `<name>_FILE`. */
  readonly hasFile?: true
  /** Not trimmed: white space only is an error rather than "not set". */
  readonly keepsSpace?: true
}

/** @param read the value of its text. @throws Refusal */
function setting<Value, const A extends About>(read: (text: string) => Value, about: A) {
  return { read, ...about }
}

// The limits of the demo fleet; read-settings.test.ts compares them with lib/reference.
export const LARGEST_VEHICLES = 100_000
export const LARGEST_LATITUDE = 75

// Source: https://operations.osmfoundation.org/policies/tiles/
export const OSM_TILE_URL = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
/** Where a map starts that nothing else places. */
export const DEFAULT_CENTRE = { lat: 51.509865, lng: -0.118092 }
const port = parsers.wholeNumber(0, 65_535)
const centre = formatPosition(DEFAULT_CENTRE)

const service = {
  SERVICE_BASE_URL: setting(addresses.serviceAddress, {
    unset: 'the embedded reference service (demo data)',
    example: 'https://service.example',
    meaning:
      'Address of the booking service, without /api/beta. https, or http on loopback only; a path prefix is allowed, a user name, query or fragment is not.',
  }),
  SERVICE_API_KEY: setting(parsers.apiKey, {
    keepsSpace: true,
    meaning:
      "The API key from the service's developer console. It stays on the server and is sent in the Authorization header only.",
  }),
  SERVICE_API_KEY_FILE: setting(parsers.text, {
    example: '/run/secrets/service-api-key',
    meaning:
      'Instead of SERVICE_API_KEY: a file that holds the key (a mounted secret). White space around the key is ignored. The file is re-read when the service rejects the key.',
  }),
  SERVICE_API_KEY_BEFORE: setting(parsers.apiKey, {
    hasFile: true,
    unset: 'none',
    meaning:
      'The key before SERVICE_API_KEY was changed: what it encrypted stays readable. It is not sent. See “Another key or secret”.',
  }),
  VEHICLE_MTIME: setting(parsers.oneOf('auto', 'report', 'record'), {
    default: 'auto',
    meaning:
      'Whether the `mtime` of a vehicle is the time of its last report, which the interface leaves open. `auto`: as it is seen to behave (see the page Service). `report`: it is. `record`: it is the time of the last edit, and says nothing of reports; then no vehicle fades or counts as stale.',
  }),
  STATUS_FREE: setting(parsers.words, {
    page: true,
    unset: 'the everyday words, such as available, free, idle, vacant',
    example: 'vrij,متاح',
    meaning:
      'Further words with which this service says that a vehicle is free, separated by commas, in any case. They decide its mark and whether it fits a pick-up. An administrator says the same of an unknown word on the screen (legend of the map, page Service), without a restart; a word in a setting wins over that.',
  }),
  STATUS_BUSY: setting(parsers.words, {
    page: true,
    unset: 'the everyday words, such as busy, on trip, en route, POB',
    example: 'bezet,مشغول',
    meaning: 'Further words for a vehicle that is busy.',
  }),
  STATUS_OFF: setting(parsers.words, {
    page: true,
    unset: 'the everyday words, such as offline, off duty, on break, logged off',
    example: 'afgemeld',
    meaning:
      'Further words for a vehicle that is off duty. A word in one of the three wins over what administrators say, and that over the usual meaning.',
  }),
  SERVICE_TIMEOUT_SECONDS: setting(parsers.wholeNumber(1, 30), {
    page: true,
    default: 8,
    meaning:
      'Longest call to the service that a user waits for (record, look-up, search), 1 to 30 seconds.',
  }),
  SERVICE_CALLS_PER_SECOND: setting(parsers.wholeNumber(2, 100_000), {
    default: 60,
    meaning:
      'Most calls per second from this node to a service of your own, 2 to 100000: half for live areas, half for everything else. It begins with SERVICE_CALLS_START and grows while the service answers quickly; see “How often the service is called”. Beyond it, areas are refreshed less often and other calls wait.',
  }),
  SERVICE_CALLS_START: setting(parsers.wholeNumber(2, 100_000), {
    default: 20,
    meaning:
      'Calls per second until the service has answered quickly for a minute, 2 to 100000. Raise it only where the service says that it allows more.',
  }),
}

const reference = {
  REFERENCE_FLEET: setting(parsers.text, {
    unset: 'a generated fleet',
    example: './free_bike_status.json',
    meaning: 'Demo data from a GBFS file (free_bike_status, vehicle_status).',
  }),
  REFERENCE_VEHICLES: setting(parsers.wholeNumber(1, LARGEST_VEHICLES), {
    default: 1500,
    meaning: `Size of the generated fleet, 1 to ${LARGEST_VEHICLES}.`,
  }),
  REFERENCE_CENTRE: setting(parsers.positionWithin(LARGEST_LATITUDE), {
    unset: 'the demo city, Montevideo, with its map',
    example: centre,
    meaning: `Centre of a generated fleet in an invented town, lat,lng in degrees, within ${LARGEST_LATITUDE} degrees of the equator.`,
  }),
}

const map = {
  MAP_POSITION: setting(parsers.positionWithin(90), {
    unset: `the centre of the demo fleet, otherwise of the map in CITY_DIR, otherwise ${centre}`,
    example: centre,
    meaning: 'Centre of the home area, lat,lng in degrees, until a dispatcher sets it on the map.',
  }),
  CITY_DIR: setting(parsers.text, {
    unset: 'the demo city if it is shown, otherwise none',
    example: './city',
    meaning:
      "A folder with map, roads and addresses of your region, any of map.pmtiles, roads.json.gz and addresses.json.gz, made by the command `city`. No browser asks another host for the map, and no address or position leaves this host. Relative paths begin at the project's folder. Read at start; see “A city of your own”.",
  }),
  MAP_TILE_URL: setting(addresses.tileUrl, {
    default: OSM_TILE_URL,
    meaning:
      'Map tiles: an http(s) address with {z}, {x} and {y} (and {r} for high-density screens). One host, no {s}. Use your own tile server, or CITY_DIR, if the viewed area is confidential. Refused together with a map in CITY_DIR.',
  }),
  MAP_TILE_ATTRIBUTION: setting(parsers.attribution, {
    default: '© OpenStreetMap contributors',
    meaning:
      "Credit line of the tiles, plain text. Required with tiles that are not OpenStreetMap's; with a map in CITY_DIR it replaces the map's own.",
  }),
  GEOCODER_URL: setting(addresses.geocoderUrl, {
    unset: 'none: what is typed does not leave this host',
    example: 'https://photon.example/api',
    meaning:
      'A second source of addresses, of your own: the search address of Photon (ends in /api) or Nominatim (ends in /search). The server asks it for what is typed into the search field, for 2 seconds at most and 5 times a second.',
  }),
  ROUTER_URL: setting(addresses.routerUrl, {
    unset: 'none: no position of a vehicle leaves this host',
    example: 'http://router.example:5000/table/v1/driving',
    meaning:
      'A router of your own, asked before the roads for times to a pick-up: the table of OSRM (ends in /table/v1/driving) or Valhalla (ends in /sources_to_targets). The server sends it positions of the pick-up and the nearest vehicles, for 3 seconds at most and 5 times a second.',
  }),
  ROAD_TIME_FACTOR: setting(parsers.decimal(0.2, 5), {
    default: 1,
    example: '1.3',
    meaning:
      'Every time by road is multiplied by this, 0.2 to 5: of pick-ups and the wait map, from the roads and from ROUTER_URL. Times are those of free roads; above 1 where traffic is usual.',
  }),
  PICKUP_MAX_AGE_MINUTES: setting(parsers.wholeNumber(0, 10_080), {
    default: 5,
    meaning:
      'Vehicles whose last report is older are not suitable for a pick-up, 0 to 10080 minutes; 0 accepts any age. Only where `mtime` is the time of the last report: see VEHICLE_MTIME.',
  }),
  IMAGE_HOSTS: setting(addresses.hosts, {
    unset: 'none; a drawing is shown instead',
    example: 'images.example',
    meaning:
      'Hosts from which vehicle pictures (image_url) are shown, separated by commas; any other URL is shown as text.',
  }),
}

const live = {
  LIVE_PAGE_SIZE: setting(parsers.wholeNumber(1, 1000), {
    default: 100,
    meaning:
      'Vehicles per page requested, 1 to 1000. If the service refuses it, 10 are requested; fewer where a page is too large or late.',
  }),
  LIVE_VEHICLES_MAXIMUM: setting(parsers.wholeNumber(1, 200_000), {
    default: 20000,
    meaning:
      'Most vehicles of one area, 1 to 200000; beyond that the map says that the list is incomplete.',
  }),
  LIVE_INTERVAL_SECONDS: setting(parsers.wholeNumber(1, 300), {
    default: 5,
    meaning:
      'Shortest time between two sweeps of an area, 1 to 300 seconds, however many users view it.',
  }),
  LIVE_TIMEOUT_SECONDS: setting(parsers.wholeNumber(1, 120), {
    default: 12,
    meaning:
      'Longest call to the service for one page of an area, 1 to 120 seconds. Beyond 12, a map may need more than 20 seconds to recover after an outage.',
  }),
  DIRECTORY_CALLS_PER_SECOND: setting(parsers.wholeNumber(0, 1000), {
    unset: '10 with demo data, otherwise 2',
    example: '1',
    meaning:
      'Most calls per second, of all nodes together, that read call signs in the background (endpoint 2), 0 to 1000; 0 reads none. Never more than a quarter of SERVICE_CALLS_PER_SECOND. It begins with one per second and halves when the service is slow, fails or answers 429.',
  }),
  RECORDING_HOURS: setting(parsers.wholeNumber(0, 720), {
    unset: '2 with demo data (in memory), otherwise 0',
    example: '8',
    meaning:
      'How long it is kept where vehicles of watched areas were, with their statuses, in hours, 0 to 720; 0 records nothing and deletes what was recorded. Encrypted, in the store; older is deleted to the minute. Agree on it with those whose whereabouts it records.',
  }),
  RECORD_AREAS: setting(parsers.areas, {
    unset: 'the home area is recorded always, others while they are watched',
    example: '51.5,-0.1,2000;51.53,-0.12,800,taxi',
    meaning: `Areas beside the home area that are recorded also while nobody watches them, every 30 seconds: lat,lng in degrees, radius in metres and, if wanted, a vehicle type, separated by semicolons; ${parsers.AREAS_MAXIMUM} at most. Needs RECORDING_HOURS.`,
  }),
  LIVE_AREAS_MAXIMUM: setting(parsers.wholeNumber(1, 10_000), {
    default: 200,
    meaning: 'Most areas open at a time on this node, 1 to 10000.',
  }),
  LIVE_HELD_VEHICLES_MAXIMUM: setting(parsers.wholeNumber(1, 100_000_000), {
    unset:
      'as many as half of the heap limit holds: 429,000 with NODE_OPTIONS=--max-old-space-size=2048',
    example: '400000',
    meaning:
      'Most vehicles in memory for all areas of this node. Beyond it no area is opened, and those open are cut.',
  }),
  LIVE_STREAMS_MAXIMUM: setting(parsers.wholeNumber(1, 100_000), {
    unset: '10000, fewer where the heap limit is below 4 GB',
    example: '5000',
    meaning: 'Most pages connected to this node at a time, maps or not.',
  }),
  LIVE_OPERATOR_SHARE_PERCENT: setting(parsers.wholeNumber(1, 100), {
    default: 25,
    meaning:
      'Share of these areas and vehicles that one operator may take, 1 to 100; of the connected pages a tenth of that share.',
  }),
  LIVE_ADDRESS_SHARE_PERCENT: setting(parsers.wholeNumber(1, 100), {
    default: 50,
    meaning:
      'The same for one client address (of IPv6 its /64), 1 to 100. Use 100 where all operators come from one address.',
  }),
}

const auth = {
  KERBSIDE_AUTH: setting(parsers.oneOf('on', 'off'), {
    unset: 'required, except for demo data on loopback',
    example: 'on',
    meaning: '`off` disables sign-in (loopback only); `on` requires it even with demo data.',
  }),
  KERBSIDE_URL: setting(addresses.origin, {
    unset: 'any loopback address',
    example: 'https://kerbside.example',
    meaning:
      'Where browsers reach Kerbside, https://host[:port]. Required when sign-in is enabled and HOST is not loopback.',
  }),
  KERBSIDE_SECRET: setting(parsers.cookieSecret, {
    hasFile: true,
    unset: 'generated once and kept in the database',
    meaning:
      'Signs cookies, and encrypts second factors and bookings that arrived; at least 32 characters. Changing it signs everyone out: set KERBSIDE_SECRET_BEFORE too.',
  }),
  KERBSIDE_SECRET_BEFORE: setting(parsers.cookieSecret, {
    hasFile: true,
    unset: 'none',
    meaning:
      'The secret before KERBSIDE_SECRET was changed: what it encrypted stays readable. See “Another key or secret”.',
  }),
  OIDC_ISSUER: setting(addresses.issuer, {
    unset: 'passwords only',
    example: 'https://id.example',
    meaning:
      'Optional OpenID Connect sign-in for operators and people invited: the issuer of the provider’s discovery document, exactly. Redirect URI: KERBSIDE_URL/api/auth/callback/oidc.',
  }),
  OIDC_CLIENT_ID: setting(parsers.text, {
    example: 'kerbside',
    meaning: 'Client id at the OpenID provider.',
  }),
  OIDC_CLIENT_SECRET: setting(parsers.secret, {
    hasFile: true,
    meaning: 'Client secret at the OpenID provider.',
  }),
  TRUSTED_PROXY: setting(addresses.proxies, {
    unset: 'none',
    example: '127.0.0.1',
    meaning:
      'Proxies whose X-Forwarded-For is trusted: addresses or networks, separated by commas.',
  }),
  AUDIT_RETENTION_DAYS: setting(parsers.wholeNumber(1, 3650), {
    default: 365,
    meaning: 'How long audit entries are kept, 1 to 3650 days.',
  }),
  BOOKING_RETENTION_DAYS: setting(parsers.wholeNumber(1, 3650), {
    default: 30,
    meaning: 'How long bookings that arrived by webhook are kept, 1 to 3650 days.',
  }),
}

const store = {
  KERBSIDE_DATA: setting(parsers.text, {
    default: '.data',
    meaning:
      "Folder of the embedded database, on a local disk, for one process. Relative paths begin at the project's folder.",
  }),
  DATABASE_URL: setting(addresses.databaseUrl, {
    hasFile: true,
    unset: 'the embedded database',
    example: 'postgresql://kerbside:password@db.example:5432/kerbside?sslmode=verify-full',
    meaning:
      'PostgreSQL 15 or newer instead, which several nodes may share. Write special characters of the password as %23, %40, …',
  }),
  REDIS_URL: setting(addresses.redisUrl, {
    hasFile: true,
    unset: 'none',
    example: 'rediss://:password@cache.example:6379',
    meaning:
      'Redis or Valkey shared by several nodes: counts of failed sign-ins, and the live map. Vehicle data in it is encrypted.',
  }),
}

const server = {
  // Not HOSTNAME: shells and containers set that to the machine's own name.
  HOST: setting(addresses.host, {
    default: '127.0.0.1',
    meaning:
      'Address to listen on. 127.0.0.1 is this machine only; 0.0.0.0 is every network, so put a TLS proxy in front.',
  }),
  PUBLISHED_ON: setting(parsers.oneOf('loopback', 'network'), {
    default: 'network',
    meaning:
      'For a container, whose HOST is 0.0.0.0. `loopback`: its port is published on the host’s loopback address only (127.0.0.1:3000:3000), and counts as one of this machine: demo data need no sign-in, a service of your own no https. `network`: HOST alone decides.',
  }),
  PORT: setting(port, { default: 3000, meaning: 'Port to listen on; 0 takes any free port.' }),
  LOG_LEVEL: setting(parsers.oneOf('debug', 'info', 'warn', 'error', 'silent'), {
    default: 'info',
    meaning:
      'The log on standard error, one JSON object per line: debug (every request), info (refused ones), warn (failed ones), error, silent.',
  }),
  METRICS_PORT: setting(port, {
    unset: 'no metrics',
    example: '9464',
    meaning:
      'Serves Prometheus metrics at http://METRICS_HOST:METRICS_PORT/metrics, without sign-in: they hold no personal data, but say how busy the desk is.',
  }),
  METRICS_HOST: setting(addresses.host, {
    default: '127.0.0.1',
    meaning:
      'Address on which the metrics are served. Set it to 0.0.0.0 in a container, and do not publish the port: Prometheus reaches it over the containers’ network.',
  }),
}

const outgoing = {
  HTTPS_PROXY: setting(addresses.outgoingProxy, {
    unset: 'none',
    example: 'http://proxy.example:3128',
    meaning:
      'Proxy for calls to https:// addresses: the service, the OpenID provider, ROUTER_URL, GEOCODER_URL. Also read in small letters, as curl does.',
  }),
  HTTP_PROXY: setting(addresses.outgoingProxy, {
    unset: 'none',
    example: 'http://proxy.example:3128',
    meaning: 'The same for http:// addresses, and for https:// where HTTPS_PROXY is not set.',
  }),
  NO_PROXY: setting(parsers.text, {
    unset: 'none',
    example: '.intranet.example,10.0.0.7',
    meaning:
      'Hosts that are called directly, separated by commas; a leading dot means all below it. This machine (localhost, 127.0.0.0/8, ::1) is always called directly.',
  }),
}

export const variables = {
  ...service,
  ...reference,
  ...map,
  ...live,
  ...auth,
  ...store,
  ...server,
  ...outgoing,
}

export type VariableName = keyof typeof variables

export interface Section {
  readonly title: string
  readonly note?: string
  readonly variables: Readonly<Record<string, About>>
}

export const sections: readonly Section[] = [
  {
    title: 'The booking service',
    note: "If the service's certificate comes from your own authority, set NODE_EXTRA_CA_CERTS to its PEM file in the shell: Node does not read it from .env.",
    variables: service,
  },
  {
    title: 'The embedded reference service (demo data)',
    note: 'Refused together with SERVICE_BASE_URL.',
    variables: reference,
  },
  { title: 'The map', variables: map },
  { title: 'Polling the service for the live map', variables: live },
  { title: 'Sign-in', variables: auth },
  { title: 'The store: operators, sessions, audit log', variables: store },
  { title: 'This server', variables: server },
  { title: 'A proxy for calls to other servers', variables: outgoing },
]
