/** @type {import('next').NextConfig} */
export default {
  // cacheComponents stays off: with it, returning to the map throws "Map container is being reused".
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
  // undici's pool and its options must be one instance, not a bundled copy beside Node's own.
  serverExternalPackages: ['undici'],
  typedRoutes: true,
  // `npm test` checks the types, tests included. A start must not need the tests' libraries: where NODE_ENV is
  // production, `npm ci` leaves them out.
  typescript: { ignoreBuildErrors: true },
}
