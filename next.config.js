/** @type {import('next').NextConfig} */
export default {
  // cacheComponents stays off: with it, returning to the map throws "Map container is being reused".
  images: { unoptimized: true },
  poweredByHeader: false,
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
      '**/components/map/leaflet.js': { loaders: ['./lib/build/leaflet-loader.js'] },
    },
  },
  typedRoutes: true,
  // Recordings had a page of their own. Other ids would need escapes in a path, which Next does
  // not make: it answers 500, or another page.
  redirects: async () => [
    {
      source: '/recording',
      has: [
        { type: 'query', key: 'id', value: String.raw`(?<id>(?!\.{1,2}$)(?!.*[%/\\?#])[ -~]+)` },
      ],
      destination: '/vehicles/:id',
      permanent: true,
    },
    { source: '/recording', destination: '/', permanent: true },
  ],
  // Most people build once: without this cache a fifth sooner. docs/decisions/081-time-of-the-tests.md.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // `npm test` checks the types, tests included; a first start should not wait for that.
  typescript: { ignoreBuildErrors: true },
}
