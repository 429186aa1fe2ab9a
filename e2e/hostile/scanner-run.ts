import { execFile } from 'node:child_process'
import type { ResultRow } from '@/e2e/runner/table'

/** A running dashboard to scan. */
export interface Target {
  readonly url: string
  /** Whether it requires a sign-in; the scanner has none. */
  readonly signsIn: boolean
  readonly quick: boolean
  readonly log: (line: string) => void
}

/** @param path of the scanner's program */
export type Scanner = (path: string, target: Target) => Promise<Omit<ResultRow, 'wanted'>>

/** Runs a program to its end. @returns its output, also when it failed or timed out */
export function runProgram(path: string, args: readonly string[], timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    execFile(path, args, { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve(stdout + stderr + (error ? `\n${error.message}` : ''))
    }).stdin?.end()
  })
}
