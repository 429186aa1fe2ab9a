import { constants, cp, access as mayAccess, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '@/lib/app/context'
import type { Settings } from '@/lib/app/settings/read-settings'
import { answerBackups } from '@/lib/store/backup-socket'
import type { Store } from '@/lib/store/store'

// The modules of both are imported when they are opened: a start without them is a tenth shorter.

/**
 * The database of DATABASE_URL, or the embedded one, which is copied on request.
 * @throws ConfigError
 */
export async function openDatabase(context: Context): Promise<Store> {
  const { settings, root, fault, beforeStop } = context
  const { openStore } = await import('@/lib/store/open')
  const migrations = join(/* turbopackIgnore: true */ root, 'lib/store/migrations')
  const onCrash = fault('database')
  if (settings.DATABASE_URL) {
    const postgresql = { kind: 'postgresql', url: settings.DATABASE_URL } as const
    return openStore(postgresql, migrations, onCrash)
  }
  const pglite = { kind: 'pglite', folder: settings.KERBSIDE_DATA } as const
  const store = await openStore(pglite, migrations, onCrash)
  try {
    const end = await answerBackups(settings.KERBSIDE_DATA, () => backUpAndLog(context, store))
    beforeStop(end)
  } catch (error) {
    // Its lock would refuse the next try.
    await store.close()
    throw error
  }
  return store
}

async function backUpAndLog(context: Context, store: Store): Promise<string> {
  try {
    const folder = await backUpStore(context, store)
    context.log('info', { event: 'backup', message: `Backup: ${folder}` })
    return folder
  } catch (error) {
    context.fault('backup')(String(error))
    throw error
  }
}

/** The server of REDIS_URL; null without one. */
export async function openSharedRedis(settings: Settings) {
  if (settings.REDIS_URL === null) return null
  const { openRedis } = await import('@/lib/store/redis')
  return openRedis(settings.REDIS_URL)
}

/** Checks KERBSIDE_DATA beside PostgreSQL; the embedded database reports it itself. */
export async function checkDataFolder({ settings, warn }: Context): Promise<void> {
  if (!settings.DATABASE_URL) return
  const failure = await writeFailure(settings.KERBSIDE_DATA)
  if (failure === null) return
  warn('webhooks')(
    `KERBSIDE_DATA cannot be written (${failure}): deliveries that come while the database does not answer are refused`,
  )
}

/** @returns the code of the failure; null where files can be written */
async function writeFailure(folder: string): Promise<string | null> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await mayAccess(folder, constants.W_OK)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

/**
 * Copies the embedded database, and deliveries that wait for it, into a new folder.
 * @returns its path
 */
async function backUpStore({ settings, clock }: Context, store: Store): Promise<string> {
  if (!store.backUp) throw new Error('The database is PostgreSQL, which pg_dump copies')
  const data = settings.KERBSIDE_DATA
  const name = new Date(clock.now()).toISOString().replaceAll(':', '-')
  const target = join(data, 'backups', name)
  const unfinished = `${target}.new`
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  try {
    // First, so that a delivery stored meanwhile is in both: the database drops one that it has.
    await copyWaiting(join(data, 'webhooks'), join(unfinished, 'webhooks'))
    await store.backUp(join(unfinished, 'pglite'))
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  return target
}

/**
 * Copies deliveries that wait, in whichever file: one may be renamed meanwhile, and is deleted once
 * the database has what was in it.
 */
export async function copyWaiting(from: string, to: string): Promise<void> {
  const copied = new Set<string>()
  for (;;) {
    const names = await readdir(from).catch(noneIfMissing)
    const others = (names ?? []).filter((name) => !copied.has(name))
    if (others.length === 0) return
    for (const name of others) {
      copied.add(name)
      await cp(join(from, name), join(to, name)).catch(noneIfMissing)
    }
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
