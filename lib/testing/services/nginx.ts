import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port'
import { commandPath } from './server-process'

const OPERATIONS = join(import.meta.dirname, '..', '..', '..', 'docs', 'operations.md')
/** The block of docs/operations.md, as administrators copy it. */
export function documentedLines(): string {
  const lines = /^```nginx\n(.*?)^```$/ms.exec(readFileSync(OPERATIONS, 'utf8'))?.[1]
  if (!lines?.includes('proxy_pass http://127.0.0.1:3000;'))
    throw new Error('docs/operations.md: no lines for nginx')
  return lines
}

export interface Nginx {
  url: string
  /** Its access log and error log. */
  logs(): Promise<string>
  stop(): Promise<void>
}

/** nginx with the documented lines before a dashboard, or several, among settings that would hold a stream back. */
export async function startNginx(...dashboardUrls: readonly string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')
  const config = `
    daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')} info;
    events {}
    http {
      ${temporary} access_log ${join(folder, 'access.log')};
      gzip on; gzip_proxied any; gzip_min_length 1; gzip_types text/event-stream;
      proxy_buffers 16 64k;
      upstream kerbside { ${dashboardUrls.map((url) => `server ${new URL(url).host};`).join(' ')} }
      server {
        listen 127.0.0.1:${port};
        ${documentedLines().replaceAll('http://127.0.0.1:3000', 'http://kerbside')}
      }
    }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = spawn(
    commandPath('nginx'),
    ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const url = `http://127.0.0.1:${port}`
  const log = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '')
  const logs = async () => `${await log('access.log')}${await log('error.log')}`
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`nginx ended before it answered:\n${output}${await logs()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    logs,
    async stop() {
      await ended(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}
