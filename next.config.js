/** @type {import('next').NextConfig} */
export default {
  // cacheComponents stays off: with it, returning to the map throws "Map container is being reused".
  images: { unoptimized: true },
  poweredByHeader: false,
  // Addresses of earlier versions: bookmarks, and pages that were open during the update.
  redirects: async () => [
    { source: '/seen', destination: '/service#observed', permanent: true },
    { source: '/observations', destination: '/service#observed', permanent: true },
    // Browsers keep the section, such as #2-4.
    { source: '/interface', destination: '/service', permanent: true },
    {
      source: '/bookings/unrecognised',
      destination: '/bookings?source=unrecognised',
      permanent: true,
    },
    { source: '/api/seen', destination: '/api/observations', permanent: true },
  ],
  reactStrictMode: true,
  // Not bundled, so that the process has one instance of each: undici's pool, the log, the counters.
  serverExternalPackages: [
    'undici',
    'pino',
    'prom-client',
    '@electric-sql/pglite',
    'pg',
    'ioredis',
    'rate-limiter-flexible',
    'better-auth',
  ],
  turbopack: {
    resolveAlias: { leaflet: './components/map/leaflet.js' },
    rules: {
      '**/components/map/leaflet.js': { loaders: ['./lib/server/build/leaflet-loader.js'] },
    },
  },
  typedRoutes: true,
  // Most people build once: without this cache a fifth sooner. docs/decisions/084-fewer-loads-and-a-quicker-build.md.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // `npm test` checks the types, tests included. A start must not need the tests' libraries: where NODE_ENV is
  // production, `npm ci` leaves them out.
  typescript: { ignoreBuildErrors: true },
}
