/** @type {import('next').NextConfig} */
export default {
  // cacheComponents stays off: with it, returning to the map throws "Map container is being reused".
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
  // One instance in the process, not a bundled copy beside it: undici's pool, the log, the counters.
  serverExternalPackages: [
    'undici',
    'pino',
    'prom-client',
    '@electric-sql/pglite',
    'pg',
    'ioredis',
    'rate-limiter-flexible',
  ],
  typedRoutes: true,
  // `npm test` checks the types, tests included. A start must not need the tests' libraries: where NODE_ENV is
  // production, `npm ci` leaves them out.
  typescript: { ignoreBuildErrors: true },
}
