import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from '@/e2e/support/browser'

const FILE = join(import.meta.dirname, 'recorded', 'browser.json')

/** Letters are drawn a little differently by another system or another Chromium. */
interface RecordedWith {
  readonly platform: string
  /** Its major version; null where it does not say it. */
  readonly chromium: number | null
}

/** Why the pictures are not compared here; null where they are. */
export function reasonNotToCompare(): string | null {
  const recorded: RecordedWith = JSON.parse(readFileSync(FILE, 'utf8'))
  const here = browserHere()
  if (here.platform === recorded.platform && here.chromium === recorded.chromium) return null
  return `the pictures were recorded with ${inWords(recorded)}, and this is ${inWords(here)}`
}

export function writeRecordedWith(): void {
  writeFileSync(FILE, `${JSON.stringify(browserHere(), null, 2)}\n`)
}

function browserHere(): RecordedWith {
  const path = findChromium()
  const printed = path === null ? '' : spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout
  const major = /(\d+)\./.exec(printed)?.[1]
  return { platform: process.platform, chromium: major === undefined ? null : Number(major) }
}

function inWords({ platform, chromium }: RecordedWith): string {
  return `Chromium ${chromium ?? 'without a version'} on ${platform}`
}
