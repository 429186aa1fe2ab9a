/** @type {import('next').NextConfig} */
export default {
  // cacheComponents stays off: with it, returning to the map throws "Map container is being reused".
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
  // undici's pool and its options must be one instance, not a bundled copy beside Node's own.
  serverExternalPackages: ['undici'],
  typedRoutes: true,
}
