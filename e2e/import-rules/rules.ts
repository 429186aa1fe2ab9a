/**
 * Where a file belongs to `folder`, it may import its own folder and these; the
 * first matching row counts.
 */
export interface ImportRule {
  readonly folder: string
  readonly may: readonly string[]
  readonly remedy: string
}

// Every component may import these beside those of its own row.
// biome-ignore format: one list
const SCREEN = ['components/ui', 'components/layout', 'lib/format', 'lib/interface', 'lib/api/contract', 'lib/inspect', 'lib/api/client', 'lib/api/queries', 'lib/live/client', 'lib/vehicles']
const MAP_FRONT = ['map-handle', 'maps', 'types', 'status-mark', 'wait-steps'].map(
  (name) => `components/map/${name}`,
)
const RECORD = ['components/record', ...MAP_FRONT]
const PLAIN = ['lib/interface', 'lib/api/contract']
const SERVER = [
  ...PLAIN,
  'lib/app/settings',
  'lib/app/clock',
  'lib/app/garbage',
  'lib/app/fair-queue',
  'lib/app/command-line',
]

const PARTS = [
  ...SERVER,
  'lib/app/worker-thread',
  'lib/alerts',
  'lib/api',
  'lib/auth',
  'lib/city',
  'lib/desk',
  'lib/fleet',
  'lib/format/status',
  'lib/inspect/observations',
  'lib/live',
  'lib/recording',
  'lib/reference',
  'lib/store',
  'lib/upstream',
  'lib/webhooks',
  'lib/zones',
  'lib/format/status',
]

/** docs/architecture.md explains the rows. */
// biome-ignore format: one line a rule
export const rules: readonly ImportRule[] = [
  rule('app', ['components', 'lib/app/app', 'lib/app/parts/routes', 'lib/api/contract'], 'Pages and routes are thin: move the work to components or lib/api/routes.'),
  rule('components/ui', [], 'components/ui knows no domain: pass texts and values in as props.'),
  rule('components/map', ['components/ui', 'lib/format', ...PLAIN, 'lib/vehicles', 'lib/zones/shapes'], 'The map gets its data as props of types.ts.'),
  rule('components/layout', [...SCREEN, 'lib/app/settings'], 'Layout frames every page: a feature passes its content in as children.'),
  rule('components/record/vehicle', [...SCREEN, ...RECORD, 'components/search/watch-list', 'components/past/trail'], 'Share through components/record, components/layout or lib.'),
  rule('components/record', [...SCREEN, ...MAP_FRONT], 'components/record shows any record: move what is about one kind to its own folder.'),
  rule('components/search', [...SCREEN, ...RECORD, 'components/bookings/due', 'components/past/replay', 'lib/zones/shapes'], 'Share through components/record, components/layout or lib.'),
  rule('components/past/replay', [...SCREEN, 'components/past/span-form', 'lib/recording/trail'], 'The replay moves the map page through time: what that shows belongs to components/search.'),
  rule('components/past/trail', [...SCREEN, ...RECORD, 'components/past/span-form', 'lib/recording/trail'], 'What a trail says belongs to lib/recording/trail.'),
  rule('components/past', SCREEN, 'Shared by trail and replay: move what only one needs to its folder.'),
  rule('components', [...SCREEN, ...RECORD], 'Features do not import each other: share through components/record, components/layout or lib.'),
  rule('lib/interface/generate', ['lib/interface', 'lib/reference/gaps'], 'The generator of documents reads tables only.'),
  rule('lib/interface', [], 'lib/interface is the service’s interface alone: what is about Kerbside belongs to lib/api/contract.'),
  rule('lib/api/contract', ['lib/interface'], 'lib/api/contract is plain types and limits: pass values in, and state a body’s schema beside its route.'),
  rule('lib/api/client', [...PLAIN, 'lib/api/table', 'lib/api/http/route', 'lib/auth/permissions'], 'lib/api/client runs in the browser: of the routes it imports types only.'),
  rule('lib/api/queries', [...PLAIN, 'lib/api/client'], 'Queries run in the browser: fetch through lib/api/client.'),
  rule('lib/api/http', [...PLAIN, 'lib/api/parts', 'lib/app/settings', 'lib/auth'], 'The request pipeline knows no route: pass the work in.'),
  rule('lib/api', [...PLAIN, 'lib/app/settings', 'lib/app/clock', 'lib/app/worker-thread/worker-thread', 'lib/format', 'lib/auth', 'lib/upstream', 'lib/webhooks', 'lib/recording', 'lib/inspect/observations', 'lib/city', 'lib/fleet/watch-list', 'lib/fleet/status-readings', 'lib/desk', 'lib/zones', 'lib/alerts', 'lib/live'], 'A route is given its parts by lib/app/compose: add one to lib/api/parts.ts.'),
  rule('lib/vehicles', [...PLAIN, 'lib/app/clock'], 'A list of vehicles and its changes, for server and browser: it knows neither.'),
  rule('lib/app/settings', ['lib/interface', 'lib/app/env-files'], 'Settings are parsed here and used elsewhere: pass them down.'),
  rule('lib/app/worker-thread', ['lib/app/fair-queue', 'lib/app/garbage', 'lib/build/build-inputs'], 'The thread knows no user of it: pass values in.'),
  rule('lib/app/app', ['lib/app/compose'], 'The cell of the process: it knows types only.'),
  rule('lib/app/parts/routes', ['lib/app/app', 'lib/api'], 'Routes are given the parts of lib/app/compose.'),
  rule('lib/app/parts', ['lib/app/context', ...PARTS], 'A part is given the others by lib/app/compose, and never imports it.'),
  rule('lib/app/compose', ['lib/app/context', 'lib/app/parts', ...PARTS], 'Composes all parts, the demo included.'),
  rule('lib/app', ['lib/app/settings', 'lib/build/build-inputs'], 'Clock, queue, log and metrics know no work: pass it in.'),
  rule('lib/upstream', [...SERVER, 'lib/format/text'], 'lib/upstream calls the service: wire anything else to it in lib/app/parts.'),
  rule('lib/fleet/watch-list', [...SERVER, 'lib/inspect', 'lib/store'], 'The watch list is told what was read, and asks for more by its options: wire it in lib/app/parts.'),
  rule('lib/fleet', [...SERVER, 'lib/vehicles', 'lib/format/driver-fit', 'lib/format/name-fit', 'lib/format/near-misses', 'lib/upstream', 'lib/store', 'lib/live/observed-frames'], 'The fleet knows vehicles, not areas or routes: wire them to it in lib/app/parts.'),
  rule('lib/alerts', [...SERVER, 'lib/format', 'lib/store', 'lib/webhooks/inbox', 'lib/zones/shapes'], 'Alerts are decided from observations: pass in what was seen, and wire it in lib/app/parts.'),
  rule('lib/desk', [...SERVER, 'lib/store'], 'What the desk has set: pass the rest in.'),
  rule('lib/zones/shapes', PLAIN, 'Shapes of zones and their file, for server and browser: they know neither.'),
  rule('lib/zones', [...SERVER, 'lib/vehicles', 'lib/store'], 'Zones are given lists of vehicles: wire them in lib/app/parts.'),
  rule('lib/webhooks', [...SERVER, 'lib/inspect', 'lib/store'], 'Deliveries are received and kept here: wire them in lib/app/parts.'),
  rule('lib/inspect/observations', [...PLAIN, 'lib/app/settings'], 'Observations are given values: declare what you need as a parameter.'),
  rule('lib/inspect', PLAIN, 'The inspector holds records against lib/interface, and answers in the types of lib/api/contract.'),
  rule('lib/live/client', [...PLAIN, 'lib/vehicles', 'lib/api/client'], 'The browser’s half of a live area: fetch through lib/api/client.'),
  rule('lib/live', [...SERVER, 'lib/vehicles', 'lib/fleet/status-times', 'lib/fleet/report-times', 'lib/api/http', 'lib/upstream', 'lib/store'], 'Wire live areas to anything else in lib/app/parts.'),
  rule('lib/recording/trail', [...PLAIN, 'lib/format'], 'A trail is worked out from its points alone: pass them in.'),
  rule('lib/recording', [...SERVER, 'lib/vehicles', 'lib/store', 'lib/live/observed-frames', 'lib/live/streaming', 'lib/app/worker-thread'], 'The recorder is given what is streamed: wire it in lib/app/parts.'),
  rule('lib/auth', [...SERVER, 'lib/store'], 'lib/auth works on the store: pass what comes from a request in as arguments.'),
  rule('lib/city', [...SERVER, 'lib/format/driver-fit', 'lib/app/worker-thread', 'lib/upstream/http'], 'Addresses, roads and tiles know positions, not vehicles or routes: wire them in lib/app/parts.'),
  rule('lib/store', ['lib/app/settings', 'lib/app/env-files', 'lib/app/clock', 'lib/app/worker-thread'], 'The store knows tables, encryption and locks only.'),
  rule('lib/server', [...SERVER, 'lib/app', 'lib/api/http', 'lib/api/table', 'lib/auth', 'lib/build', 'lib/webhooks/answer-webhook'], 'The HTTP server runs no route: Next does, and a handler that it is given the map’s tiles.'),
  rule('lib/build', ['lib/app/env-files', 'lib/app/settings', 'lib/app/worker-thread', 'lib/store/folder-lock'], 'A build knows sources and packages, not what runs.'),
  rule('lib/commands', ['lib/app', 'lib/auth', 'lib/build', 'lib/city/make-pack', 'lib/server/launch', 'lib/store/folder-lock', 'lib/store/backup-socket'], 'Commands work on what lib/app/compose opens.'),
  rule('lib/format', PLAIN, 'Formatting takes values: pass them in.'),
  rule('lib/reference', [], 'The reference service reads the interface on its own, so that a misreading fails the contract tests.'),
  rule('lib/testing', ['lib', 'components', 'e2e'], 'Test helpers.'),
  rule('e2e/bench/map', ['e2e', 'components/map', 'lib'], 'The map benchmark paints the real map.'),
  rule('e2e', ['lib/testing', 'lib/reference', 'lib/api/table', 'lib/api/http/route', 'lib/api/client/call', ...PLAIN, 'lib/vehicles'], 'End-to-end tests know the product from outside: go through its pages and routes.'),
]

function rule(folder: string, may: readonly string[], remedy: string): ImportRule {
  return { folder, may, remedy }
}
