import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runGroup } from '@/e2e/runner/processes'
import type { CountedService } from './upstream'

const BUILD_MS = 240_000
const START_MS = 30_000

/** Another server between the dispatchers and the service, as a separate process. */
export interface Peer {
  readonly name: string
  readonly port: number
  readonly pid: number
  close(): Promise<void>
}

const LAYOUT = `export default ({ children }) => <html lang="en"><body>{children}</body></html>\n`

const ROUTE = `export const dynamic = 'force-dynamic'
export async function GET(request) {
  const { search } = new URL(request.url)
  const { url, key } = { url: process.env.SERVICE_URL, key: process.env.SERVICE_KEY }
  const answer = await fetch(url + '/api/beta/vehicles' + search, {
    headers: { authorization: 'Bearer ' + key },
    cache: 'no-store',
  })
  return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'application/json' } })
}
`

/** A minimal Next route: every reader's request becomes one to the service. */
export async function openBareNext(service: CountedService, log: (line: string) => void): Promise<Peer> {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-bare-next-'))
  await mkdir(join(folder, 'app', 'api', 'beta', 'vehicles'), { recursive: true })
  await symlink(join(dirname(next), '..', '..', '..'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"private": true}')
  await writeFile(join(folder, 'app', 'layout.js'), LAYOUT)
  await writeFile(join(folder, 'app', 'api', 'beta', 'vehicles', 'route.js'), ROUTE)
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    SERVICE_URL: service.url,
    SERVICE_KEY: service.key,
  }
  log('server: building a bare Next app …')
  // Turbopack refuses modules behind a link that leads out of the folder.
  const built = await runGroup(process.execPath, [next, 'build', '--webpack'], {
    cwd: folder,
    env,
    stdio: 'ignore',
    timeoutMs: BUILD_MS,
  })
  if (built.code !== 0) throw new Error(`The bare Next app in ${folder} does not build`)
  const port = await freePort()
  const args = [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)]
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' })
  return started('bare Next route', child, port, folder)
}

/** nginx with a cache that shares one call between concurrent requests; null where nginx is not installed. */
export async function openNginx(service: CountedService): Promise<Peer | null> {
  const { code } = await runGroup('nginx', ['-v'], { stdio: 'ignore', timeoutMs: START_MS })
  if (code !== 0) return null
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-nginx-'))
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), nginxConfig(folder, port, service.url))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'error.log']
  return started('nginx', spawn('nginx', args, { stdio: 'ignore' }), port, folder)
}

function nginxConfig(folder: string, port: number, serviceUrl: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid nginx.pid;
events { worker_connections 8192; }
http {
  access_log off;
  ${folders.join('\n  ')}
  proxy_cache_path ${join(folder, 'cache')} keys_zone=lists:10m;
  upstream service { server ${new URL(serviceUrl).host}; keepalive 32; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_cache lists;
      proxy_cache_lock on;
      proxy_cache_valid 200 5s;
      proxy_ignore_headers Cache-Control Expires;
    }
  }
}
`
}

async function started(name: string, child: ChildProcess, port: number, folder: string): Promise<Peer> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const endMs = performance.now() + START_MS
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() > endMs) {
      await close()
      throw new Error(`${name} does not start`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { name, port, pid: child.pid as number, close }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
