import { execFile } from 'node:child_process'
import type { HostileRow } from './table'

/** A running dashboard that a scanner is let loose on. */
export interface Target {
  readonly url: string
  /** Whether it has to be signed in to; nobody is. */
  readonly signsIn: boolean
  readonly log: (line: string) => void
}

/** @param path of the program */
export type Scanner = (path: string, target: Target) => Promise<Omit<HostileRow, 'wanted'>>

/** Runs a program to its end. @returns what it printed, also when it failed or took too long */
export function runProgram(path: string, args: readonly string[], timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    execFile(path, args, { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve(stdout + stderr + (error ? `\n${error.message}` : ''))
    }).stdin?.end()
  })
}
